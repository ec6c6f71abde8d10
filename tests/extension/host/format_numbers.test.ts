import { describe, expect, it } from 'vitest';
import {
  bytes,
  plural,
  share,
  shortCount,
  withSeparators,
} from '../../../extension/src/host/format_numbers.js';

describe('numbers for people', () => {
  it('have separators and units', () => {
    expect(withSeparators(1234567)).toBe('1,234,567');
    expect(shortCount(999)).toBe('999');
    expect(shortCount(3_500_000)).toBe('3.5 M');
    expect(shortCount(25_600_000)).toBe('26 M');
    expect(bytes(512)).toBe('512 B');
    expect(bytes(3_565_158)).toBe('3.4 MiB');
  });

  it('say all and nothing only of what is all, or nothing', () => {
    expect([0, 0.001, 0.934, 0.9999, 1].map(share)).toEqual(['0 %', '< 1 %', '93 %', '99 %', '100 %']);
  });

  it('agree with their noun', () => {
    expect(plural(1, 'warning')).toBe('1 warning');
    expect(plural(0, 'error')).toBe('0 errors');
    expect(plural(1234, 'node')).toBe('1,234 nodes');
  });
});
