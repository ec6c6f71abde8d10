// Findings in the Problems panel, and the ways from there to the node.
import { describe, expect, it } from 'vitest';
import { kClean, kIsland, kTfliteClean, kTfliteIsland } from './harness/models.js';
import { until } from './harness/process.js';
import { useWorkbench } from './harness/session.js';

const kFinding = 'Softplus "float_activation" runs in float';
const kTfliteFinding = 'run in float between the quantized tensors';

const session = useWorkbench();

async function nodeIsShown(operator: string, file: string): Promise<void> {
  const { workbench } = session;
  const editor = await workbench.modelEditor();
  await until(`${operator} in the properties`, async () =>
    (await editor.inspectorTitle()).includes(operator),
  );
  await until('one tab', async () => (await workbench.tabs()).join() === file);
}

describe('the Problems panel', () => {
  it('lists the findings and says nothing about the clean twins', async () => {
    const { workbench } = session;
    for (const file of [kClean, kTfliteClean, kTfliteIsland, kIsland]) await workbench.openModel(file);
    await workbench.problem(kFinding);
    await workbench.problem(kTfliteFinding);
    expect(await workbench.problems()).toHaveLength(2);
  });

  it('has their number in the explorer', async () => {
    const { workbench } = session;
    for (const file of [kIsland, kTfliteIsland])
      await until(`the badge of ${file}`, async () => (await workbench.explorerBadge(file)) === '1');
    for (const file of [kClean, kTfliteClean]) expect(await workbench.explorerBadge(file)).toBe('');
  });

  it('jumps to the node, and again on a second click, without a second tab', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    const editor = await workbench.openModel(kIsland);
    for (let click = 0; click < 2; click++) {
      await editor.press('Escape');
      await until('nothing selected', async () => !(await editor.inspectorTitle()).includes('Softplus'));
      await workbench.clickProblem(kFinding);
      await nodeIsShown('Softplus', kIsland);
    }
  });

  it('jumps from the code of the rule', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    const editor = await workbench.openModel(kIsland);
    await workbench.clickProblemCode(kFinding);
    await nodeIsShown('Softplus', kIsland);
    await editor.press('Escape');
    await until('nothing selected', async () => !(await editor.inspectorTitle()).includes('Softplus'));
    await workbench.clickProblemCode(kFinding);
    await nodeIsShown('Softplus', kIsland);
  });

  it('jumps in the other model while this one is shown', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    await workbench.openModel(kIsland);
    await workbench.clickProblem(kTfliteFinding);
    await nodeIsShown('LOGISTIC', [kIsland, kTfliteIsland].join());
  });

  it('opens the model when its editor is closed', async () => {
    const { workbench } = session;
    for (const click of [
      () => workbench.clickProblem(kFinding),
      () => workbench.clickProblemCode(kFinding),
    ]) {
      await workbench.closeAllEditors();
      await click();
      await nodeIsShown('Softplus', kIsland);
    }
  });

  it('jumps after the window was loaded again', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    await workbench.openModel(kIsland);
    await workbench.reload();
    await (await workbench.modelEditor()).drawn();
    await workbench.clickProblem(kFinding);
    await nodeIsShown('Softplus', kIsland);
  });
});
