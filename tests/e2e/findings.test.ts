// The findings beyond the Problems panel: by rule in the side bar, ignored with a reason, and of all models at once.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { kClean, kIsland, kTfliteIsland } from './harness/models.js';
import { until } from './harness/process.js';
import { useWorkbench } from './harness/session.js';

const kFinding = 'Softplus "float_activation" runs in float';
const kTfliteFinding = 'run in float between the quantized tensors';

const session = useWorkbench();
const configuration = () => session.path('.netloupe.json');

afterEach(() => rmSync(configuration(), { force: true }));

describe('all models in the workspace', () => {
  it('are checked by a command, without opening one', async () => {
    const { workbench } = session;
    await workbench.run('Netloupe: Check all models in workspace');
    await workbench.problem(kFinding);
    await workbench.problem(kTfliteFinding);
    expect(await workbench.tabs()).toEqual([]);
    await until('the end to be told', async () =>
      (await workbench.notifications()).some((text) => text.includes('5 models checked.')),
    );
  });
});

describe('the findings in the side bar', () => {
  it('stand under their rule, and lead to their node', async () => {
    const { workbench } = session;
    const editor = await workbench.openModel(kIsland);
    const rows = await workbench.viewRows('Model findings');
    await until('the rule and its finding', async () => (await rows.allInnerTexts()).length === 2);
    const [rule, finding] = await rows.allInnerTexts();
    expect(rule).toContain('quant-island');
    expect(finding).toContain(kFinding);
    await rows.filter({ hasText: kFinding }).click();
    await until('the node in the properties', async () =>
      (await editor.inspectorTitle()).includes('Softplus'),
    );
  });

  it('are none for a clean model', async () => {
    const { workbench } = session;
    await workbench.openModel(kClean);
    await until('the view to say so', async () =>
      (await workbench.viewText('Model findings')).includes('No findings.'),
    );
  });
});

describe('a finding that is accepted', () => {
  it('goes away with its reason in the configuration, and comes back without it', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    await workbench.openModel(kIsland);
    await workbench.problem(kFinding);
    const rows = await workbench.viewRows('Model findings');
    await until('the finding in the list', async () => (await rows.count()) === 2);
    await workbench.clickRowAction(rows.filter({ hasText: kFinding }), 'Ignore');
    await workbench.answer('Here');
    await workbench.answer('In float on purpose.');
    await until(
      'the problem to go',
      async () => !(await workbench.problems()).some((row) => row.includes(kFinding)),
    );
    expect(JSON.parse(readFileSync(configuration(), 'utf8'))).toEqual({
      overrides: [
        {
          files: [kIsland],
          suppress: [{ rules: ['Q01'], node: 'float_activation', reason: 'In float on purpose.' }],
        },
      ],
    });
    rmSync(configuration());
    await workbench.problem(kFinding);
  });

  it('is accepted for the whole model from its properties', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    const editor = await workbench.openModel(kTfliteIsland);
    await workbench.problem(kTfliteFinding);
    await editor.clickInInspector('.finding-foot .link', 'Ignore…');
    await workbench.answer('In this model');
    await workbench.answer('An experiment.');
    await until('the configuration', () => Promise.resolve(existsSync(configuration())));
    await until(
      'the problem to go',
      async () => !(await workbench.problems()).some((row) => row.includes(kTfliteFinding)),
    );
  });
});
