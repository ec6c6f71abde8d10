import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { executableProblem } from '../../../extension/src/host/executable.js';

describe('executableProblem', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'netloupe-executable-'));
    file = join(folder, 'netloupe');
    writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('has nothing to say of a file that can be run', async () => {
    expect(await executableProblem(file, { ours: true })).toBeUndefined();
    expect(await executableProblem(file, { ours: false })).toBeUndefined();
  });

  it('names the file that is missing and the remedy', async () => {
    const missing = join(folder, 'absent');
    expect(await executableProblem(missing, { ours: true })).toBe(
      `${missing} does not exist. Install the extension again.`,
    );
    expect(await executableProblem(missing, { ours: false })).toContain('netloupe.serverPath');
    expect(await executableProblem(folder, { ours: false })).toContain('is not a file');
  });

  it('gives the run bit back to the binary of the extension only', async () => {
    chmodSync(file, 0o644);
    expect(await executableProblem(file, { ours: false })).toContain(`chmod +x ${file}`);
    expect(statSync(file).mode & 0o111).toBe(0);
    expect(await executableProblem(file, { ours: true })).toBeUndefined();
    expect(statSync(file).mode & 0o111).toBe(0o111);
  });
});
