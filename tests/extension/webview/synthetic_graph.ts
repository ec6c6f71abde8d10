// Drawings as the backend would send them, of networks that exist only for tests: a straight backbone with residual branches.
import type { CardSpec, EdgeSpec, ViewSpec } from './synthetic_view.js';

const kBlock: [title: string, category: number, line1: string, line2: string, chip: string][] = [
  ['Conv', 1, 'kernel 3×3 · stride 1 · pad same', 'weights int8 · 64×64×3×3', 'Relu'],
  ['Conv', 1, 'kernel 1×1', 'weights int8 · 256×64×1×1', ''],
  ['LayerNormalization', 3, 'axis −1 · epsilon 1e-5', '', ''],
  ['MatMul', 1, 'weights 768×768', '', ''],
  ['Softmax', 2, 'axis −1', '', ''],
  ['Transpose', 5, 'perm 0,2,1,3', '', ''],
  ['MaxPool', 4, 'kernel 2×2 · stride 2', '', ''],
  ['Add', 6, '', '', ''],
];

/** Where a stretch of float operators between pills stands in an integer network. */
function isIsland(index: number): boolean {
  return index % 97 >= 40 && index % 97 < 45;
}

export function network(count: number): ViewSpec {
  const items: CardSpec[] = [];
  const edges: EdgeSpec[] = [];
  const centre = 600;
  let y = 0;
  for (let i = 0; i < count; i++) {
    const [title, category, line1, line2, chip] = kBlock[i % kBlock.length];
    const pill = i % 97 === 39 || i % 97 === 45;
    const height = pill ? 20 : 26 + (line1 ? 16 : 0) + (line2 ? 16 : 0) + (line1 ? 4 : 0);
    const width = pill
      ? 78
      : Math.max(
          96,
          7 * Math.max(title.length + (chip ? 8 : 0), line1.length * 0.85, line2.length * 0.85) + 24,
        );
    const side = i % 16 === 5 ? -320 : 0;
    items.push({
      id: i,
      x: Math.round(centre - width / 2 + side),
      y,
      width: Math.round(width),
      height,
      title: pill ? (i % 97 === 39 ? 'Dequantize' : 'Quantize') : title,
      category: pill ? 8 : i % 61 === 60 ? 0 : category,
      ...(pill ? { flags: 1 } : { line1, line2, chip, flags: i % 61 === 60 ? 2 : i % 53 === 52 ? 4 : 0 }),
      severity: i % 97 === 41 ? 2 : i % 131 === 130 ? 3 : 0,
    });
    y += height + 40;
  }
  const link = (source: number, target: number, lane: number) => {
    const [a, b] = [items[source], items[target]];
    const [x0, y0, x1, y1] = [a.x + (a.width >> 1), a.y + a.height, b.x + (b.width >> 1), b.y];
    const straight = [x0, y0, x1, y1];
    const aside = [x0, y0, lane, y0 + 36, lane, y1 - 36, x1, y1];
    edges.push({
      source,
      target,
      tensor: source,
      points: lane === 0 ? straight : aside,
      dtype: isIsland(source) ? 1 : 3,
      label: '1×64×56×56',
    });
  };
  for (let i = 0; i + 1 < count; i++) link(i, i + 1, 0);
  for (let i = 8; i + 9 < count; i += 8) link(i - 1, i + 7, centre + 180 + (i % 3) * 14);
  return { items, edges, width: 1200, height: y };
}
