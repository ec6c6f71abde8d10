// Where the size of a model lives: of one file, of several, and of several of which some are missing.
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kIsland } from './harness/models.js';
import { until } from './harness/process.js';
import { useWorkbench } from './harness/session.js';

const kScattered = 'scattered.onnx';
const kFloats = 1000;

/** y = x + a/w + b/w + c/w, in protobuf's text form; each addend lies in a file of its own. */
function sumOfFiles(names: readonly string[]): string {
  const nodes = names.map((name, i) => {
    const from = i === 0 ? 'x' : `s${i}`;
    const to = i === names.length - 1 ? 'y' : `s${i + 1}`;
    return `node { input: "${from}" input: "${name}/w" output: "${to}" op_type: "Add" name: "add_${name}" }`;
  });
  const weights = names.map(
    (name) =>
      `initializer { dims: ${kFloats} data_type: 1 name: "${name}/w" data_location: EXTERNAL
       external_data { key: "location" value: "${name}.bin" } }`,
  );
  const port = (kind: string, name: string) =>
    `${kind} { name: "${name}" type { tensor_type { elem_type: 1 shape { dim { dim_value: ${kFloats} } } } } }`;
  return `ir_version: 8 graph { name: "sum" ${[...nodes, ...weights].join('\n')} ${port('input', 'x')}
    ${port('output', 'y')} } opset_import { version: 17 }`;
}

const session = useWorkbench((folder) => {
  writeFileSync(join(folder, kScattered), sumOfFiles(['a', 'b', 'c']));
  // A header and what is left over at the end of a file are no weights.
  for (const [name, spare] of [
    ['a', 0],
    ['b', 96],
  ] as const)
    writeFileSync(join(folder, `${name}.bin`), Buffer.alloc(4 * kFloats + spare, 1));
});

const kShow = 'Netloupe: Show where the size lives';

function exact(rows: readonly [string, number][]): Record<string, number> {
  const [, total] = rows.at(-1) ?? ['', 0];
  const parts = rows.slice(0, -1);
  expect(parts.reduce((sum, [, bytes]) => sum + bytes, 0)).toBe(total);
  return { ...Object.fromEntries(parts), total };
}

describe('where the size lives', () => {
  it('adds up to the file, tells what is not weights, and leads to a tensor', async () => {
    const { workbench } = session;
    const editor = await workbench.openModel(kIsland);
    await workbench.run(kShow);
    await editor.sizeText('Not weights');
    expect(exact(await editor.sizeRows()).total).toBe(statSync(session.path(kIsland)).size);
    await editor.clickTile('block_1_weight');
    await until('the tensor', async () => (await editor.inspectorTitle()).endsWith('block_1_weight'));
    await editor.press('s');
    await editor.sizeText('Not weights');
    await workbench.page.keyboard.press('Escape');
    await until('the view to close', async () => !(await editor.sizeIsOpen()));
  });

  it('has a row for each file, and leaves out those that are missing', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    const editor = await workbench.openModel(kScattered);
    await workbench.run(kShow);
    await editor.sizeText('3 files');
    const model = statSync(session.path(kScattered)).size;
    expect(exact(await editor.sizeRows())).toEqual({
      [kScattered]: model,
      'a.bin': 4 * kFloats,
      'b.bin': 4 * kFloats + 96,
      total: model + 8 * kFloats + 96,
    });
    await workbench.problem('"c.bin" does not exist');
  });

  it('is still open after a reload, at the same part, and closed once it was closed', async () => {
    const { workbench } = session;
    let editor = await workbench.modelEditor();
    await editor.clickSizeRow('b.bin');
    await editor.sizeText(/b 1 tensor\s*4,000/);
    expect(exact(await editor.sizeRows())).toMatchObject({ 'Not weights': 96 });
    await workbench.reload();
    editor = await workbench.modelEditor();
    await editor.sizeText('Not weights');
    expect(exact(await editor.sizeRows())).toMatchObject({ 'Not weights': 96, total: 4 * kFloats + 96 });
    await workbench.page.keyboard.press('Escape');
    await editor.press('Escape');
    await until('the view to close', async () => !(await editor.sizeIsOpen()));
    await workbench.reload();
    editor = await workbench.modelEditor();
    await editor.drawn();
    expect(await editor.sizeIsOpen()).toBe(false);
  });

  it('follows a file that goes', async () => {
    const { workbench } = session;
    const editor = await workbench.modelEditor();
    await workbench.run(kShow);
    await editor.sizeText('3 files');
    rmSync(session.path('b.bin'));
    await editor.sizeText('2 files');
    exact(await editor.sizeRows());
  });
});
