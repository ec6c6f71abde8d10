import { describe, expect, it } from 'vitest';
import { bound, parseExtent } from '../../../extension/src/host/binding_values.js';

describe('an extent', () => {
  it('is a whole number that is not negative, or nothing', () => {
    expect(['128', ' 1 ', '0', '', '  '].map(parseExtent)).toEqual([128, 1, 0, undefined, undefined]);
    for (const text of ['-1', '1.5', 'batch', '1e3', '99999999999999999999'])
      expect(parseExtent(text)).toBe('invalid');
  });
});

describe('bindings', () => {
  it('gain, change and lose a dimension, and leave the others alone', () => {
    expect(bound({ seq: 128 }, 'batch', 1)).toEqual({ seq: 128, batch: 1 });
    expect(bound({ seq: 128 }, 'seq', 64)).toEqual({ seq: 64 });
    expect(bound({ seq: 128, batch: 1 }, 'seq', undefined)).toEqual({ batch: 1 });
  });

  it('leave no empty setting behind', () => {
    expect(bound({ seq: 128 }, 'seq', undefined)).toBeUndefined();
  });
});
