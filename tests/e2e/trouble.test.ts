// What goes wrong while one works: files that are damaged or rewritten, and a backend that ends or cannot start.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kChain, kClean, kDamagedFiles, kIsland, kTfliteClean } from './harness/models.js';
import { until } from './harness/process.js';
import { useWorkbench } from './harness/session.js';

const kFinding = 'runs in float between the quantized tensors';

const session = useWorkbench(
  (folder) => {
    for (const file of kDamagedFiles) file.write(join(folder, file.name), folder);
  },
  { file: kClean },
);

describe('a model that is opened before the workbench knows the extension', () => {
  it('is drawn all the same, in the one tab', async () => {
    const { workbench } = session;
    const editor = await workbench.modelEditor();
    expect((await editor.drawn()).cards().length).toBeGreaterThanOrEqual(4);
    await until('one tab', async () => (await workbench.tabs()).join() === kClean);
  });
});

describe('a file that is written again', () => {
  it('is read again: its finding goes, the selection stays', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    const editor = await workbench.openModel(kIsland);
    await workbench.problem(kFinding);
    await editor.find('op:Conv block_3');
    const index = (text: string) => /Index\s+(\d+)/.exec(text)?.[1];
    const before = index(await editor.inspectorText(/Name\s+block_3\s/));
    const drawing = await editor.drawn();
    copyFileSync(session.path(kClean), session.path(kIsland));
    await until('the finding to go', async () =>
      (await workbench.problems()).every((row) => !row.includes(kFinding)),
    );
    await until('another drawing', async () => (await editor.drawn()).difference(drawing) > 0.001);
    const after = await editor.inspectorText(/Name\s+block_3\s/);
    expect(await editor.inspectorTitle()).toContain('Conv');
    expect(index(after)).not.toBe(before);
  });
});

describe('a backend that is killed', () => {
  it('starts again as a new process, and the open graph answers', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    const editor = await workbench.openModel(kChain);
    const killed = workbench.killBackend();
    await until('another process', () => {
      const running = workbench.backends();
      return running.length === 1 && running[0] !== killed;
    });
    const [card] = (await editor.drawn()).cards();
    await editor.hoverCard(card);
    await editor.hoverText(/Relu|Neg|input/);
    await editor.clickCard(card);
    await editor.inspectorText(/Relu|Neg|input/);
    await workbench.openModel(kTfliteClean);
  });
});

describe('a damaged file', () => {
  for (const { name, told, shown } of kDamagedFiles) {
    it(`says where: ${name}`, async () => {
      const { workbench } = session;
      await workbench.closeAllEditors();
      await workbench.clickFile(name);
      const editor = await workbench.modelEditor();
      if (shown === undefined) {
        expect(await editor.alertText(told)).toMatch(told);
      } else {
        await editor.drawn();
        await editor.find(`op:${shown}`);
        await until(shown, async () => (await editor.inspectorTitle()).includes(shown));
        await until('a row of this file', async () =>
          (await workbench.problems()).some((row) => told.test(row)),
        );
      }
      expect(await workbench.notifications()).toEqual([]);
    });
  }
});

describe('a backend that cannot start', () => {
  it('says which file is missing, in the editor and in a message', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    const path = session.path('absent/netloupe');
    await workbench.configure({ 'netloupe.serverPath': path });
    await workbench.clickFile(kClean);
    const editor = await workbench.modelEditor();
    expect(await editor.alertText(path)).toContain('netloupe.serverPath');
    const messages = await until('a message', async () => {
      const texts = await workbench.notifications();
      return texts.length > 0 && texts;
    });
    expect(messages).toEqual([expect.stringContaining(`${path} does not exist`)]);
  });

  it('starts when the setting is right again', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    await workbench.configure({ 'netloupe.serverPath': '' });
    await workbench.openModel(kClean);
    expect(workbench.backends()).toHaveLength(1);
  });
});
