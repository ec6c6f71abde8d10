// Drawings for tests and for measuring, written with the same FlatBuffer schema that the backend writes.
import { Builder } from 'flatbuffers';
import { Edges } from '../../../extension/src/generated/netloupe/view/edges.js';
import { Items } from '../../../extension/src/generated/netloupe/view/items.js';
import { View } from '../../../extension/src/generated/netloupe/view/view.js';

export interface CardSpec {
  id: number;
  x: number;
  y: number;
  width: number;
  height: number;
  title: string;
  kind?: number;
  line1?: string;
  line2?: string;
  chip?: string;
  category?: number;
  severity?: number;
  flags?: number;
}

export interface EdgeSpec {
  source: number;
  target: number;
  tensor: number;
  points: number[];
  dtype?: number;
  flags?: number;
  label?: string;
}

export interface ViewSpec {
  items: CardSpec[];
  edges: EdgeSpec[];
  graph?: number;
  generation?: number;
  width?: number;
  height?: number;
  folded?: { node: number; into: number }[];
}

export function viewBytes(spec: ViewSpec): Uint8Array {
  const builder = new Builder(1 << 16);
  const texts = [''];
  const known = new Map([['', 0]]);
  const text = (value = ''): number => {
    const index = known.get(value) ?? texts.push(value) - 1;
    known.set(value, index);
    return index;
  };
  const items = writeItems(builder, spec.items, text);
  const edges = writeEdges(builder, spec.edges, text);
  const node = View.createFoldedNodeVector(
    builder,
    Uint32Array.from(spec.folded ?? [], (f) => f.node),
  );
  const into = View.createFoldedIntoVector(
    builder,
    Uint32Array.from(spec.folded ?? [], (f) => f.into),
  );
  const strings = View.createStringsVector(
    builder,
    texts.map((value) => builder.createString(value)),
  );
  View.startView(builder);
  View.addGraph(builder, spec.graph ?? 0);
  View.addGeneration(builder, spec.generation ?? 1);
  View.addWidth(builder, spec.width ?? Math.max(0, ...spec.items.slice(0, 9999).map((i) => i.x + i.width)));
  View.addHeight(builder, spec.height ?? Math.max(0, ...spec.items.slice(-9999).map((i) => i.y + i.height)));
  View.addStrings(builder, strings);
  View.addItems(builder, items);
  View.addEdges(builder, edges);
  View.addFoldedNode(builder, node);
  View.addFoldedInto(builder, into);
  View.finishViewBuffer(builder, View.endView(builder));
  return builder.asUint8Array();
}

function differences(values: number[], step = 1): Int32Array {
  return Int32Array.from(values, (value, i) => value - (values[i - step] ?? 0));
}

function writeItems(builder: Builder, items: CardSpec[], text: (value?: string) => number): number {
  const of = <T>(get: (item: CardSpec) => T) => items.map(get);
  const kind = Items.createKindVector(builder, Uint8Array.from(of((i) => i.kind ?? 0)));
  const id = Items.createIdVector(builder, differences(of((i) => i.id)));
  const x = Items.createXVector(builder, differences(of((i) => i.x)));
  const y = Items.createYVector(builder, differences(of((i) => i.y)));
  const width = Items.createWidthVector(builder, Uint16Array.from(of((i) => i.width)));
  const height = Items.createHeightVector(builder, Uint16Array.from(of((i) => i.height)));
  const title = Items.createTitleVector(builder, Uint32Array.from(of((i) => text(i.title))));
  const line1 = Items.createLine1Vector(builder, Uint32Array.from(of((i) => text(i.line1))));
  const line2 = Items.createLine2Vector(builder, Uint32Array.from(of((i) => text(i.line2))));
  const chip = Items.createChipVector(builder, Uint32Array.from(of((i) => text(i.chip))));
  const category = Items.createCategoryVector(
    builder,
    of((i) => i.category ?? 0),
  );
  const severity = Items.createSeverityVector(
    builder,
    of((i) => i.severity ?? 0),
  );
  const flags = Items.createFlagsVector(builder, Uint8Array.from(of((i) => i.flags ?? 0)));
  return Items.createItems(
    builder,
    kind,
    id,
    x,
    y,
    width,
    height,
    title,
    line1,
    line2,
    chip,
    category,
    severity,
    flags,
  );
}

function writeEdges(builder: Builder, edges: EdgeSpec[], text: (value?: string) => number): number {
  const of = (get: (edge: EdgeSpec) => number) => edges.map(get);
  const source = Edges.createSourceVector(builder, differences(of((e) => e.source)));
  const target = Edges.createTargetVector(builder, differences(of((e) => e.target)));
  const tensor = Edges.createTensorVector(builder, differences(of((e) => e.tensor)));
  const dtype = Edges.createDtypeClassVector(
    builder,
    of((e) => e.dtype ?? 0),
  );
  const flags = Edges.createFlagsVector(builder, Uint8Array.from(of((e) => e.flags ?? 0)));
  const label = Edges.createLabelVector(builder, Uint32Array.from(of((e) => text(e.label))));
  const begins = [0];
  for (const edge of edges) begins.push(begins[begins.length - 1] + edge.points.length / 2);
  const begin = Edges.createPointBeginVector(builder, differences(begins));
  const points = Edges.createPointsVector(
    builder,
    differences(
      edges.flatMap((e) => e.points),
      2,
    ),
  );
  return Edges.createEdges(builder, source, target, tensor, dtype, flags, label, begin, points);
}
