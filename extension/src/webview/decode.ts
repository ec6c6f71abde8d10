// From the bytes of 'netloupe/view' to the columns that are drawn: no copying, no parsing beyond the FlatBuffer's own offsets. The
// columns of differences are added up where they stand.
import { gunzipSync } from 'fflate';
import { ByteBuffer } from 'flatbuffers';
import { View } from '../generated/netloupe/view/view.js';

/** Row i of every column is item (card) i; see schemas/view.fbs. */
export interface Items {
  count: number;
  kind: Uint8Array;
  id: Uint32Array;
  x: Int32Array;
  y: Int32Array;
  width: Uint16Array;
  height: Uint16Array;
  title: Uint32Array;
  line1: Uint32Array;
  line2: Uint32Array;
  chip: Uint32Array;
  category: Uint8Array;
  severity: Uint8Array;
  flags: Uint8Array;
}

/** Row i of every column is edge i; its points are those numbered pointBegin[i] up to pointBegin[i + 1]. */
export interface Edges {
  count: number;
  source: Uint32Array;
  target: Uint32Array;
  tensor: Uint32Array;
  dtype: Uint8Array;
  flags: Uint8Array;
  label: Uint32Array;
  pointBegin: Uint32Array;
  points: Int32Array;
}

export interface Picture {
  graph: number;
  generation: number;
  width: number;
  height: number;
  items: Items;
  edges: Edges;
  foldedNode: Uint32Array;
  foldedInto: Uint32Array;
  text: (index: number) => string;
}

/** In one go: DecompressionStream unpacks faster, but hands its result from process to process, which takes a tenth of a second. */
export function gunzip(bytes: Uint8Array): Uint8Array {
  return gunzipSync(bytes);
}

/** Throws an Error when the columns do not belong together, which is a mismatch of backend and webview. Changes the bytes. */
export function decode(bytes: Uint8Array): Picture {
  const buffer = new ByteBuffer(bytes);
  if (bytes.length < 8 || !View.bufferHasIdentifier(buffer)) {
    throw new Error(
      'The backend sent a drawing of another kind. Reinstall the extension: its two halves do not match.',
    );
  }
  const view = View.getRootAsView(buffer);
  const texts = new Map<number, string>();
  return {
    graph: view.graph(),
    generation: view.generation(),
    width: view.width(),
    height: view.height(),
    items: decodeItems(view),
    edges: decodeEdges(view),
    foldedNode: view.foldedNodeArray() ?? new Uint32Array(),
    foldedInto: view.foldedIntoArray() ?? new Uint32Array(),
    text: (index) => {
      let text = texts.get(index);
      if (text === undefined) texts.set(index, (text = index === 0 ? '' : (view.strings(index) ?? '')));
      return text;
    },
  };
}

function decodeItems(view: View): Items {
  const table = view.items();
  const columns = {
    kind: table?.kindArray() ?? new Uint8Array(),
    id: unsigned(sums(table?.idArray())),
    x: sums(table?.xArray()),
    y: sums(table?.yArray()),
    width: table?.widthArray() ?? new Uint16Array(),
    height: table?.heightArray() ?? new Uint16Array(),
    title: table?.titleArray() ?? new Uint32Array(),
    line1: table?.line1Array() ?? new Uint32Array(),
    line2: table?.line2Array() ?? new Uint32Array(),
    chip: table?.chipArray() ?? new Uint32Array(),
    category: table?.categoryArray() ?? new Uint8Array(),
    severity: table?.severityArray() ?? new Uint8Array(),
    flags: table?.flagsArray() ?? new Uint8Array(),
  };
  const count = columns.id.length;
  requireRows('items', columns, count);
  return { count, ...columns };
}

function decodeEdges(view: View): Edges {
  const table = view.edges();
  const columns = {
    source: unsigned(sums(table?.sourceArray())),
    target: unsigned(sums(table?.targetArray())),
    tensor: unsigned(sums(table?.tensorArray())),
    dtype: table?.dtypeClassArray() ?? new Uint8Array(),
    flags: table?.flagsArray() ?? new Uint8Array(),
    label: table?.labelArray() ?? new Uint32Array(),
  };
  const count = columns.tensor.length;
  requireRows('edges', columns, count);
  const pointBegin = unsigned(sums(table?.pointBeginArray() ?? new Int32Array(1)));
  const points = sums(table?.pointsArray(), 2);
  if (count > 0 && (pointBegin.length !== count + 1 || pointBegin[count] * 2 > points.length)) {
    throw new Error('The drawing sent by the backend has edges without their points.');
  }
  return { count, ...columns, pointBegin, points };
}

/** Each number added to the one `step` before it. */
function sums(differences: Int32Array | null | undefined, step = 1): Int32Array {
  if (!differences) return new Int32Array();
  for (let i = step; i < differences.length; i++) differences[i] += differences[i - step];
  return differences;
}

function unsigned({ buffer, byteOffset, length }: Int32Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length);
}

function requireRows(name: string, columns: Record<string, { length: number }>, count: number): void {
  for (const [column, { length }] of Object.entries(columns)) {
    if (length === count) continue;
    throw new Error(
      `The drawing sent by the backend has ${count} ${name} but ${length} values of '${column}'.`,
    );
  }
}
