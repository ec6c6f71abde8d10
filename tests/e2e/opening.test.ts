// What a person sees of a model: the click in the explorer, the drawing, hovering, and what stands around the editor.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kChain, kClean, kIsland, kTfliteIsland } from './harness/models.js';
import type { ModelEditor } from './harness/model_editor.js';
import { until } from './harness/process.js';
import { kProject } from './harness/server.js';
import { useWorkbench } from './harness/session.js';

const session = useWorkbench();

const pairs = <T>(list: T[]): [T, T][] => list.slice(1).map((second, i) => [list[i], second]);

/** Hovers the edges between the cards, from above, until one tells a scale. */
async function scaleOnHover(editor: ModelEditor): Promise<string> {
  const cards = (await editor.drawn()).cards();
  for (const [above, below] of pairs(cards)) {
    const gap = below.top - (above.top + above.height);
    await editor.hover(above.left + above.width / 2, below.top - gap / 2);
    const told = await editor.hoverText(/scale/i, 2).catch(() => undefined);
    if (told !== undefined) return told;
  }
  throw new Error(`None of the edges between ${cards.length} cards told a scale`);
}

describe('a click in the explorer', () => {
  it('draws the graph', async () => {
    const { workbench } = session;
    const picture = await (await workbench.openModel(kIsland)).drawn();
    expect(picture.cards().length).toBeGreaterThanOrEqual(4);
    expect(picture.inkShare()).toBeGreaterThan(0.01);
    expect(await workbench.tabs()).toEqual([kIsland]);
  });

  it('shows another model beside it, drawn differently', async () => {
    const { workbench } = session;
    const island = await (await workbench.openModel(kIsland)).drawn();
    const chain = await (await workbench.openModel(kChain)).drawn();
    expect(chain.cards().length).toBeGreaterThanOrEqual(2);
    expect(chain.difference(island)).toBeGreaterThan(0.005);
  });
});

describe('hovering', () => {
  it('tells scale and zero point of an ONNX tensor', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    const told = await scaleOnHover(await workbench.openModel(kIsland));
    expect(told).toContain('0.05');
    expect(told).toMatch(/zero point\s+[-−]3/i);
  });

  it('tells scale and zero point of a TensorFlow Lite tensor', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    const told = await scaleOnHover(await workbench.openModel(kTfliteIsland));
    expect(told).toMatch(/scale\s+0\.0\d+/i);
    expect(told).toMatch(/zero point\s+([-−]128|0|3)/i);
  });
});

describe('around the editor', () => {
  it('the status bar tells nodes, parameters, size and findings while a model is shown', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    await workbench.openModel(kTfliteIsland);
    const told = await until('the findings in the status bar', async () => {
      const text = await workbench.statusBar();
      return text.endsWith(' 0 1') && text;
    });
    const kibibytes = (statSync(session.path(kTfliteIsland)).size / 1024).toFixed(1);
    expect(told).toBe(`14 5.9 k params ${kibibytes} KiB 0 1`);
    await workbench.closeAllEditors();
    await until('the status bar to be empty', async () => (await workbench.statusBar()) === '');
  });

  it('the tree lists the graph, and a click on a line leads to its node', async () => {
    const { workbench } = session;
    const editor = await workbench.openModel(kTfliteIsland);
    const rows = await workbench.viewRows('Model graph');
    await rows.filter({ hasText: 'CONV_2D' }).filter({ hasText: 'stem' }).click();
    await until('the node', async () => (await editor.inspectorTitle()).includes('CONV_2D'));
    expect(await workbench.tabs()).toEqual([kTfliteIsland]);
  });

  it('the palette offers every command under its category', async () => {
    const { workbench } = session;
    await workbench.openModel(kTfliteIsland);
    const manifest = JSON.parse(readFileSync(join(kProject, 'extension/package.json'), 'utf8')) as {
      contributes: {
        commands: { command: string; title: string }[];
        menus: { commandPalette: { command: string; when: string }[] };
      };
    };
    // Those that act on a row need one.
    const { commands, menus } = manifest.contributes;
    const hidden = menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command);
    const titles = commands
      .filter(({ command }) => !hidden.includes(command))
      .map(({ title }) => `Netloupe: ${title}`);
    expect(titles.length).toBeGreaterThan(20);
    // The list draws what fits into it; what is further down is asked for by its own name.
    const seen = await workbench.palette('Netloupe: ');
    for (const title of titles.filter((each) => !seen.includes(each)))
      expect(await workbench.palette(title)).toContain(title);
  });

  it('the page lets nothing in but its own script and style', async () => {
    const { workbench } = session;
    const policy = await (await workbench.openModel(kClean)).policy();
    expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-[^']+'; style-src \S+;/);
    expect(policy).not.toContain('unsafe');
    expect(workbench.policyViolations).toEqual([]);
  });
});

describe('a view that was hidden or loaded again', () => {
  it('comes back as it was: place, zoom and selection', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    const editor = await workbench.openModel(kClean);
    const first = await editor.drawn();
    await editor.find('op:Conv block_1');
    const title = 'Node\nConv';
    await until('the node', async () => (await editor.inspectorTitle()) === title);
    await editor.press('+');
    await editor.press('Shift+ArrowDown');
    const left = await editor.drawn();
    expect(left.difference(first)).toBeGreaterThan(0.03);
    const isAsBefore = async () => {
      const back = await workbench.modelEditor();
      await until('the same title', async () => (await back.inspectorTitle()) === title);
      await until('the same picture', async () => (await back.drawn()).difference(left) < 0.01);
    };
    await workbench.openModel(kChain);
    await workbench.openModel(kClean);
    await isAsBefore();
    await workbench.reload();
    await isAsBefore();
  });
});

describe('the theme', () => {
  it('colours the graph', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    const dark = (await (await workbench.openModel(kClean)).drawn()).backgroundColour;
    await workbench.setTheme('light');
    const light = (await (await workbench.modelEditor()).drawn()).backgroundColour;
    expect(dark >> 16).toBeLessThan(80);
    expect(light >> 16).toBeGreaterThan(200);
  });
});
