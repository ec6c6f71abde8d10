import { expect, it } from 'vitest';
import { literalMarkdown } from '../../../extension/src/host/markdown_text.js';

it('shows what would be markup, and leaves words apart', () => {
  expect(literalMarkdown('a_b_c of [x](command:evil) & <b>')).toBe(
    'a\\_b\\_c of \\[x\\]\\(command:evil\\) \\& \\<b\\>',
  );
  expect(literalMarkdown('two words')).toBe('two words');
});
