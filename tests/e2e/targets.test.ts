// The targets that models are meant for: chosen in the status bar or by the configuration, shown as colours, in the properties and as problems.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { kTfliteClean, kTfliteIsland } from './harness/models.js';
import { until } from './harness/process.js';
import { useWorkbench } from './harness/session.js';

/** An accelerator that runs the convolutions of the examples and no more. */
const kOwnTarget = {
  id: 'npu',
  title: 'A processor of our own',
  source: 'tests',
  asOf: '2026-01-31',
  reads: ['tflite'],
  cutting: 'delegate',
  operators: [{ ops: ['CONV_2D', 'DEPTHWISE_CONV_2D'], types: ['int8'] }],
};

const session = useWorkbench((folder) => writeFileSync(join(folder, 'npu.json'), JSON.stringify(kOwnTarget)));
const configuration = () => session.path('.netloupe.json');

afterEach(() => rmSync(configuration(), { force: true }));

function status(expected: string | RegExp): Promise<string> {
  const fits = (text: string) => (typeof expected === 'string' ? text === expected : expected.test(text));
  return until(`“${String(expected)}” in the status bar`, async () => {
    const text = await session.workbench.targetStatus();
    return fits(text) && text;
  });
}

describe('targets of the configuration', () => {
  it('judge the models below it, as soon as they are written', async () => {
    const { workbench } = session;
    const editor = await workbench.openModel(kTfliteIsland);
    await status('No target');
    writeFileSync(configuration(), JSON.stringify({ targets: ['./npu.json'] }));
    expect(await status(/^npu \d+ %$/)).not.toContain('100');
    const model = await editor.inspectorText('To become one partition, replace');
    expect(model).toContain('Chosen in .netloupe.json.');
    expect(model).toMatch(/On the target\s+[\d.]+ % of nodes · [\d.]+ % of MACs/);
    await workbench.problem('is not among the operators of npu');
    rmSync(configuration());
    await status('No target');
  });

  it('are told with the place when one is none', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    writeFileSync(configuration(), '{\n  "targets": ["tflite-gpo"]\n}\n');
    await workbench.openModel(kTfliteClean);
    const row = await workbench.problem('did you mean "tflite-gpu"');
    expect(row).toMatch(/line 2 and character 15/);
    await workbench.clickProblem('did you mean "tflite-gpu"');
    await until('the mistake to be underlined', () =>
      workbench.page.locator('.squiggly-error').first().isVisible(),
    );
    await workbench.closeAllEditors();
  });
});

describe('a target that is chosen in the status bar', () => {
  it('colours the graph, and stands in the properties of nodes and in the colours that can be chosen', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    const editor = await workbench.openModel(kTfliteIsland);
    const plain = await editor.drawn();
    await workbench.chooseTargets(['tflite-gpu', 'edgetpu']);
    await status(/^(tflite-gpu|edgetpu) \d+ % \+1$/);
    const legend = await editor.legendText(/partitions?/);
    expect(legend).toMatch(/supported/);
    await until('other colours', async () => (await editor.drawn()).difference(plain) > 0.01);
    await editor.colourBy('Target edgetpu');
    await editor.legendText('edgetpu');
    await editor.find('op:SOFTMAX');
    const node = await editor.inspectorText(/edgetpu\s+(supported|conditional|unsupported)/);
    expect(node).toMatch(/tflite-gpu\s+\w+/);
    const [card] = (await editor.drawn()).cards();
    if (card) await editor.hoverCard(card);
    await workbench.run('Netloupe: Colour graph by…');
    expect(await workbench.quickPickRows()).toContainEqual(expect.stringMatching(/Target edgetpu.*· now/s));
    await workbench.leaveQuickInput();
  });

  it('comes back with its colours after a reload, and goes when nothing is chosen', async () => {
    const { workbench } = session;
    await workbench.reload();
    const editor = await workbench.modelEditor();
    await editor.legendText('edgetpu');
    await workbench.chooseTargets(['tflite-gpu', 'edgetpu']);
    await status('No target');
    await editor.legendText('Integer');
  });
});
