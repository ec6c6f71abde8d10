// How a model is fed and read: what the properties say of its inputs and outputs, and the code that is copied.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { kClean, kTfliteClean } from './harness/models.js';
import { until } from './harness/process.js';
import { useWorkbench } from './harness/session.js';

const session = useWorkbench();

/** What is copied, once it is Python; checked by Python's own parser. */
async function copiedPython(): Promise<string> {
  const { workbench } = session;
  const text = await until('the code', async () => {
    const copied = await workbench.clipboard();
    return copied.includes('import numpy') && copied;
  });
  const parsed = spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
    input: text,
  });
  expect(parsed.stderr.toString()).toBe('');
  return text;
}

describe('the signature', () => {
  it('stands in the properties of the model, with the reason for what it says', async () => {
    const editor = await session.workbench.openModel(kTfliteClean);
    const text = await editor.inspectorText('Run this model');
    expect(text).toMatch(/Inputs of serving_default\s+1\s+image/);
    expect(text).toMatch(/Layout\s+NHWC\s+CONV_2D reads it so/);
    expect(text).toMatch(/Range\s+\[−1, 1\]\s+int8 with scale 0\.0078125/);
    expect(text).toMatch(/probabilities\s+int8 · 1×10/);
  });

  it('gives code with the numbers of the model', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    await workbench.openModel(kTfliteClean);
    await workbench.run('Netloupe: Copy code for running this model');
    await workbench.answer('Python');
    const code = await copiedPython();
    expect(code).toContain(kTfliteClean);
    expect(code).toMatch(/Interpreter\(/);
  });

  it('gives code for the runtime of the format', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    await workbench.openModel(kClean);
    await workbench.run('Netloupe: Copy code for running this model');
    await workbench.answer('Python');
    await until('the other code', async () => (await workbench.clipboard()).includes('InferenceSession'));
    expect(await copiedPython()).toContain(kClean);
  });
});
