// What a person does with a model, from the click in the explorer to the jump from a problem to its node.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from './harness/process.js';
import { kProject } from './harness/server.js';
import { Workbench } from './harness/workbench.js';

const kIsland = 'quantized_cnn_with_island.onnx';
const kClean = 'quantized_cnn.onnx';
const kFinding = 'runs in float between the quantized tensors';

let folder: string;
let workbench: Workbench;

const path = (name: string) => join(folder, name);

const pairs = <T>(list: T[]): [T, T][] => list.slice(1).map((second, i) => [list[i], second]);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'netloupe-models-'));
  execFileSync(process.execPath, [join(kProject, 'examples/generate.mjs'), folder]);
  writeFileSync(path('damaged.onnx'), Buffer.from([0x08, 0x08, 0x3a, 0xff, 0xff, 0x03, 0x0a]));
  writeFileSync(path('readme.txt'), 'Not a model.\n');
  workbench = await Workbench.start({ folder });
});

afterAll(async () => {
  await workbench?.stop();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(async ({ task }) => {
  const name = task.name.replace(/\W+/g, '_');
  if (task.result?.state === 'fail')
    await workbench?.screenshot(join(kProject, 'test-results', `${name}.png`));
});

describe('a click in the explorer', () => {
  it('draws the graph', async () => {
    const editor = await workbench.openModel(kIsland);
    const picture = await editor.drawn();
    expect(picture.cards().length).toBeGreaterThanOrEqual(4);
    expect(picture.inkShare()).toBeGreaterThan(0.01);
    expect(await workbench.tabs()).toEqual([kIsland]);
  });

  it('shows another model beside it, drawn differently', async () => {
    const island = await (await workbench.openModel(kIsland)).drawn();
    const chain = await (await workbench.openModel('chain_1000.onnx')).drawn();
    expect(chain.cards().length).toBeGreaterThanOrEqual(2);
    expect(chain.difference(island)).toBeGreaterThan(0.005);
  });

  it('names the damage of a file that cannot be read', async () => {
    await workbench.clickFile('damaged.onnx');
    const editor = await workbench.modelEditor();
    expect(await editor.inspectorText(/offset \d+/i)).toContain('could not be read');
    expect(await editor.stageText(/At byte \d+/)).toContain('damaged before its first node');
  });
});

describe('hovering', () => {
  it('tells scale and zero point of a tensor', async () => {
    await workbench.closeAllEditors();
    const editor = await workbench.openModel(kIsland);
    const cards = (await editor.drawn()).cards();
    for (const [above, below] of pairs(cards)) {
      const gap = below.top - (above.top + above.height);
      await editor.hover(above.left + above.width / 2, below.top - gap / 2);
      const told = await editor.hoverText(/scale/i, 2).catch(() => undefined);
      if (told === undefined) continue;
      expect(told).toContain('0.05');
      expect(told).toMatch(/zero point\s+[-−]3/i);
      return;
    }
    throw new Error(`None of the edges between ${cards.length} cards told a scale`);
  });
});

describe('the Problems panel', () => {
  it('lists the finding and says nothing about the clean twin', async () => {
    await workbench.clickFile(kClean);
    await workbench.clickFile(kIsland);
    await workbench.problem(kFinding);
    const rows = await workbench.problems();
    expect(rows.filter((row) => row.includes(kFinding))).toHaveLength(1);
    expect(rows.filter((row) => row.includes(kClean))).toEqual([]);
  });

  it('counts it in the explorer', async () => {
    await until('the badge', async () => (await workbench.explorerBadge(kIsland)) !== '');
  });

  it('jumps to the node, twice, without a second tab', async () => {
    await workbench.closeAllEditors();
    await workbench.openModel(kIsland);
    for (let click = 0; click < 2; click++) {
      const editor = await workbench.modelEditor();
      await editor.press('Escape');
      await workbench.clickProblem(kFinding);
      await (await workbench.modelEditor()).inspectorText('Softplus');
      await until('one tab', async () => (await workbench.tabs()).join() === kIsland);
    }
  });

  it('opens the model when its editor is closed', async () => {
    await workbench.closeAllEditors();
    await workbench.clickProblem(kFinding);
    await (await workbench.modelEditor()).inspectorText('Softplus');
    await until('one tab', async () => (await workbench.tabs()).join() === kIsland);
  });

  it('jumps after the window was loaded again', async () => {
    await workbench.closeAllEditors();
    await workbench.openModel(kIsland);
    await workbench.reload();
    await (await workbench.modelEditor()).drawn();
    await workbench.clickProblem(kFinding);
    await (await workbench.modelEditor()).inspectorText('Softplus');
    await until('one tab', async () => (await workbench.tabs()).join() === kIsland);
  });
});

describe('a file that changes', () => {
  it('is read again, and its finding goes', async () => {
    await workbench.closeAllEditors();
    const editor = await workbench.openModel(kIsland);
    await workbench.problem(kFinding);
    const before = await editor.drawn();
    copyFileSync(path(kClean), path(kIsland));
    await until('the finding to go', async () =>
      (await workbench.problems()).every((row) => !row.includes(kFinding)),
    );
    await until('another drawing', async () => (await editor.picture()).difference(before) > 0.001);
  });
});

describe('a backend that is killed', () => {
  it('starts again, and the graph answers', async () => {
    await workbench.closeAllEditors();
    await workbench.openModel('chain_1000.onnx');
    const killed = workbench.killBackend();
    await until('another backend', () => workbench.backends().some((pid) => pid !== killed));
    const editor = await workbench.modelEditor();
    const [card] = (await editor.drawn()).cards();
    await editor.clickCard(card);
    await editor.inspectorText(/Relu|Neg|input/i);
    await workbench.openModel(kClean);
  });
});

describe('the theme', () => {
  it('colours the graph', async () => {
    await workbench.closeAllEditors();
    const dark = (await (await workbench.openModel(kClean)).drawn()).backgroundColour;
    await workbench.setTheme('light');
    const light = (await (await workbench.modelEditor()).drawn()).backgroundColour;
    expect(dark >> 16).toBeLessThan(80);
    expect(light >> 16).toBeGreaterThan(200);
  });
});
