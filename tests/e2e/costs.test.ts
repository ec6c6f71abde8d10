// What a model costs, as one sees it in the workbench: numbers in the properties, colours on the graph, dimensions that get numbers.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kIsland } from './harness/models.js';
import { until } from './harness/process.js';
import { useWorkbench } from './harness/session.js';

const kDynamic = 'dynamic.onnx';

/** x + w, of as many rows as `batch` says. */
const kSumOfRows = `
ir_version: 8
graph {
  name: "sum"
  node { input: "x" input: "w" output: "y" op_type: "Add" name: "sum" }
  initializer { dims: 2 data_type: 1 name: "w" float_data: 1 float_data: 2 }
  input { name: "x" type { tensor_type { elem_type: 1 shape { dim { dim_param: "batch" } dim { dim_value: 2 } } } } }
  output { name: "y" type { tensor_type { elem_type: 1 shape { dim { dim_param: "batch" } dim { dim_value: 2 } } } } }
}
opset_import { version: 17 }
`;

const session = useWorkbench((folder) => writeFileSync(join(folder, kDynamic), kSumOfRows));

describe('the inspector', () => {
  it('tells what the model costs, and leads from a dear node to its own costs', async () => {
    const editor = await session.workbench.openModel(kIsland);
    const model = await editor.inspectorText('Most expensive nodes');
    expect(model).toMatch(/MACs\s+1\.40 M/);
    expect(model).toContain('Alive at the peak');
    await editor.clickInInspector('.cost-rows .link', 'block_1');
    const node = await editor.inspectorText(/Costs\s+MACs/);
    expect(node).toMatch(/^Node\s+Conv/);
    expect(node).toMatch(/Intensity\s+[\d.]+ FLOPs\/B/);
  });
});

describe('colours', () => {
  it('change with the choice above the graph, come back after a reload, and are said in the legend', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    const editor = await workbench.openModel(kIsland);
    const plain = await editor.drawn();
    await editor.colourBy('MACs');
    expect(await editor.legendText('MACs')).toMatch(/MACs\s*0\s*590 k/);
    const hot = await editor.drawn();
    expect(hot.difference(plain)).toBeGreaterThan(0.005);
    await workbench.reload();
    const again = await workbench.modelEditor();
    await again.legendText('MACs');
    await until('the same colours', async () => (await again.drawn()).difference(hot) < 0.01);
    await again.colourBy('Data type');
    await until('the first colours', async () => (await again.drawn()).difference(plain) < 0.01);
  });

  it('can be chosen in the palette', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    const editor = await workbench.openModel(kIsland);
    await workbench.run('Netloupe: Colour graph by…');
    await workbench.answer('Weight bytes');
    await editor.legendText('Weight bytes');
  });
});

describe('named dimensions', () => {
  it('are formulas until they are bound, and numbers after', async () => {
    const { workbench } = session;
    await workbench.closeAllEditors();
    const editor = await workbench.openModel(kDynamic);
    expect(await editor.inspectorText('Costs of a run')).toMatch(/FLOPs\s+2\*batch/);
    await workbench.run('Netloupe: Bind dimensions…');
    await workbench.answer('batch');
    await workbench.answer('16');
    await workbench.leaveQuickInput();
    expect(await editor.inspectorText(/FLOPs\s+32/)).toMatch(/Peak\s+256 B/);
  });
});
