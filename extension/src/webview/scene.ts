// One laid-out graph with what drawing and walking need beside its columns: spatial indices, neighbours, id lookups.
import type { Point, Rect } from './camera.js';
import type { Edges, Items, Picture } from './decode.js';
import { Grid } from './grid.js';
import type { Heat } from './heat.js';
import type { Placed } from './placed.js';

export const ItemKind = {
  Node: 0,
  Input: 1,
  Output: 2,
} as const;
export const ItemFlag = {
  Slim: 1,
  Custom: 2,
  Opens: 4,
  Folded: 8,
  Constant: 16,
} as const;
export const EdgeFlag = {
  Stub: 1,
  Control: 2,
  Quantized: 4,
  Captured: 8,
} as const;

export type Direction = 'down' | 'right';

export const kNone = -1;

/** A list of lists of numbers in two arrays: list i is content[begin[i]] up to content[begin[i + 1]]. */
class Lists {
  private readonly begin: Uint32Array;
  private readonly content: Uint32Array;

  constructor(listCount: number, entries: Uint32Array) {
    this.begin = new Uint32Array(listCount + 1);
    for (const list of entries) this.begin[list + 1]++;
    for (let i = 0; i < listCount; i++) this.begin[i + 1] += this.begin[i];
    const next = this.begin.slice();
    this.content = new Uint32Array(entries.length);
    for (let entry = 0; entry < entries.length; entry++) this.content[next[entries[entry]]++] = entry;
  }

  of(list: number): Uint32Array {
    return this.content.subarray(this.begin[list], this.begin[list + 1]);
  }
}

export class Scene {
  readonly items: Items;
  readonly edges: Edges;
  readonly graph: number;
  readonly generation: number;
  readonly bounds: Rect;
  readonly text: (index: number) => string;
  /** Class of the type that a card gives on (or takes, for graph outputs): an index of DtypeClass. */
  readonly itemDtype: Uint8Array;
  /** Set while something else is shown as colours, in place of those of categories and types. */
  overlay: Heat | Placed | undefined;
  private readonly labelRooms = new Map<number, ReadonlyMap<number, number>>();
  private readonly outgoing: Lists;
  private readonly incoming: Lists;
  private readonly itemGrid: Grid;
  private readonly edgeGrid: Grid;
  private readonly itemOfNode = new Map<number, number>();
  private edgesOfTensorId: Map<number, number[]> | undefined;

  constructor(
    picture: Picture,
    readonly direction: Direction,
  ) {
    const { items, edges } = picture;
    this.items = items;
    this.edges = edges;
    this.graph = picture.graph;
    this.generation = picture.generation;
    this.text = picture.text;
    this.bounds = { x: 0, y: 0, width: Math.max(1, picture.width), height: Math.max(1, picture.height) };
    this.outgoing = new Lists(items.count, edges.source);
    this.incoming = new Lists(items.count, edges.target);
    for (let i = 0; i < items.count; i++) {
      if (items.kind[i] === ItemKind.Node) this.itemOfNode.set(items.id[i], i);
    }
    picture.foldedNode.forEach((node, k) => this.itemOfNode.set(node, picture.foldedInto[k]));
    this.itemGrid = this.indexItems();
    this.edgeGrid = this.indexEdges();
    this.itemDtype = this.classify();
  }

  edgesOut(item: number): Uint32Array {
    return this.outgoing.of(item);
  }

  edgesIn(item: number): Uint32Array {
    return this.incoming.of(item);
  }

  /** The card that shows a node, its own or the one it is folded into; kNone when there is none. */
  findNode(node: number): number {
    return this.itemOfNode.get(node) ?? kNone;
  }

  edgesOfTensor(tensor: number): readonly number[] {
    if (!this.edgesOfTensorId) {
      this.edgesOfTensorId = new Map();
      this.edges.tensor.forEach((id, edge) => {
        const list = this.edgesOfTensorId?.get(id);
        if (list) list.push(edge);
        else this.edgesOfTensorId?.set(id, [edge]);
      });
    }
    return this.edgesOfTensorId.get(tensor) ?? [];
  }

  /** The pill of a graph input or output that stands for a tensor; kNone when there is none. */
  findIo(tensor: number): number {
    const { kind, id, count } = this.items;
    for (let i = 0; i < count; i++) if (kind[i] !== ItemKind.Node && id[i] === tensor) return i;
    return kNone;
  }

  itemRect(item: number): Rect {
    const { x, y, width, height } = this.items;
    return { x: x[item], y: y[item], width: width[item], height: height[item] };
  }

  /** Bounding rectangle of an edge's points. */
  edgeRect(edge: number): Rect {
    const { pointBegin, points } = this.edges;
    let left = Infinity;
    let top = Infinity;
    let right = -Infinity;
    let bottom = -Infinity;
    for (let p = pointBegin[edge]; p < pointBegin[edge + 1]; p++) {
      left = Math.min(left, points[2 * p]);
      right = Math.max(right, points[2 * p]);
      top = Math.min(top, points[2 * p + 1]);
      bottom = Math.max(bottom, points[2 * p + 1]);
    }
    return left > right
      ? { x: 0, y: 0, width: 0, height: 0 }
      : { x: left, y: top, width: right - left, height: bottom - top };
  }

  point(index: number): Point {
    return { x: this.edges.points[2 * index], y: this.edges.points[2 * index + 1] };
  }

  isStub(edge: number): boolean {
    return (this.edges.flags[edge] & EdgeFlag.Stub) !== 0 && this.pointCount(edge) === 4;
  }

  /**
   * A label stands beside its edge's start and may be as wide as the way to the next edge start of the same card. 0 when another
   * edge of the same tensor carries it.
   */
  labelRoom(edge: number): number {
    const item = this.edges.source[edge];
    let rooms = this.labelRooms.get(item);
    if (!rooms) this.labelRooms.set(item, (rooms = this.measureLabelRoom(item)));
    return rooms.get(edge) ?? 0;
  }

  visitItems(rect: Rect, visit: (item: number) => void): void {
    this.itemGrid.query(rect, visit);
  }

  visitEdges(rect: Rect, visit: (edge: number) => void): void {
    this.edgeGrid.query(rect, visit);
  }

  private pointCount(edge: number): number {
    return this.edges.pointBegin[edge + 1] - this.edges.pointBegin[edge];
  }

  private indexItems(): Grid {
    const { x, y, width, height, count } = this.items;
    const boxes = new Float64Array(4 * count);
    const owners = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      owners[i] = i;
      boxes[4 * i] = x[i];
      boxes[4 * i + 1] = y[i];
      boxes[4 * i + 2] = x[i] + width[i];
      boxes[4 * i + 3] = y[i] + height[i];
    }
    return new Grid(boxes, owners, count, this.bounds.width, this.bounds.height);
  }

  /** One box for each piece between two points, so that a long edge is not found everywhere. */
  private indexEdges(): Grid {
    const { pointBegin, points, count } = this.edges;
    const most = points.length / 2;
    const boxes = new Float64Array(4 * most);
    const owners = new Uint32Array(most);
    let pieces = 0;
    for (let e = 0; e < count; e++) {
      const gap = this.isStub(e) ? pointBegin[e] + 1 : -1;
      for (let p = pointBegin[e]; p + 1 < pointBegin[e + 1]; p++) {
        if (p === gap) continue;
        owners[pieces] = e;
        boxes[4 * pieces] = Math.min(points[2 * p], points[2 * p + 2]);
        boxes[4 * pieces + 1] = Math.min(points[2 * p + 1], points[2 * p + 3]);
        boxes[4 * pieces + 2] = Math.max(points[2 * p], points[2 * p + 2]);
        boxes[4 * pieces + 3] = Math.max(points[2 * p + 1], points[2 * p + 3]);
        pieces++;
      }
    }
    const { width, height } = this.bounds;
    return new Grid(boxes.subarray(0, 4 * pieces), owners.subarray(0, pieces), count, width, height);
  }

  private classify(): Uint8Array {
    const classes = new Uint8Array(this.items.count);
    const { source, target, dtype, flags, count } = this.edges;
    for (let e = 0; e < count; e++) {
      if ((flags[e] & EdgeFlag.Control) === 0) classes[target[e]] ||= dtype[e];
    }
    // What a card gives on says more than what it takes.
    for (let e = count - 1; e >= 0; e--) {
      if ((flags[e] & EdgeFlag.Control) === 0 && dtype[e] !== 0) classes[source[e]] = dtype[e];
    }
    return classes;
  }

  /** Room for the labels of an item's outgoing edges, by edge; edges that have none are left out. */
  private measureLabelRoom(item: number): ReadonlyMap<number, number> {
    const { pointBegin, points, tensor, label } = this.edges;
    const across = this.direction === 'down' ? 0 : 1;
    const start = (edge: number) => points[2 * pointBegin[edge] + across];
    const labelled = [...this.outgoing.of(item)].filter((edge) => label[edge] !== 0);
    labelled.sort((a, b) => start(a) - start(b) || a - b);
    const rooms = new Map<number, number>();
    const done = new Set<number>();
    labelled.forEach((edge, k) => {
      if (done.has(tensor[edge])) return;
      done.add(tensor[edge]);
      const next = labelled.slice(k + 1).find((other) => tensor[other] !== tensor[edge]);
      rooms.set(edge, next === undefined ? Infinity : Math.max(0, start(next) - start(edge)));
    });
    return rooms;
  }
}
