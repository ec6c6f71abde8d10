import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ruleDigest } from '../../../extension/src/host/rule_digest.js';

const pages = join(import.meta.dirname, '../../../docs/rules');

describe('what a hover says of a rule', () => {
  it('is what it does, why, and when it is no problem', () => {
    const page =
      '# Q01 island\n\nSummary.\n\n## What it does\n\nFinds.\n\n## Why it matters\n\nSlow.\n\n## Source\n\nA book.\n';
    expect(ruleDigest(page)).toBe('**What it does.** Finds.\n\n**Why it matters.** Slow.');
  });

  it('is found on every page', () => {
    for (const name of readdirSync(pages).filter((file) => file !== 'README.md')) {
      const digest = ruleDigest(readFileSync(join(pages, name), 'utf8'));
      expect(digest, name).toContain('**What it does.**');
      expect(digest, name).toContain('**Why it matters.**');
    }
  });
});
