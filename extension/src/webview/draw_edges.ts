// Lines between cards, and what stands on them: shapes, arrow heads, labels of stubs.
import type { Rect } from './camera.js';
import { type Detail, kLineSize } from './detail.js';
import { grouped } from './grouped.js';
import { EdgeFlag, ItemFlag, type Scene } from './scene.js';
import type { Pen } from './pen.js';

type Path = Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo' | 'bezierCurveTo'>;

/** Line widths at 100 % by DtypeClass: full precision weighs most. */
const kWidths = [1.1, 1.9, 1.6, 1.4];
/** From afar lines keep this many screen pixels, so that the type of a stretch stays visible. */
const kLeastPixels = [0.5, 1.3, 1.1, 0.9];
/** Paths of many curves are slow to fill in software, single ones too: this many at a time measured best. */
const kBatch = 32;
const kBatchesPerStep = 4;
const kArrow = 5;
/** Bit that tells control edges from the four classes of types. */
const kControl = 4;
const kMostLabel = 150;

export function edgeWidth(dtype: number, zoom: number): number {
  return Math.max(kWidths[dtype] ?? kWidths[0], (kLeastPixels[dtype] ?? 0.5) / zoom);
}

/** Adds an edge to a path. A stub gets its two ends only, unless it is wanted whole. */
export function traceEdge(path: Path, scene: Scene, edge: number, whole: boolean): void {
  const { pointBegin, points } = scene.edges;
  const begin = pointBegin[edge];
  const end = pointBegin[edge + 1];
  if (end - begin < 2) return;
  const down = scene.direction === 'down';
  const gap = !whole && scene.isStub(edge) ? begin + 2 : -1;
  path.moveTo(points[2 * begin], points[2 * begin + 1]);
  for (let p = begin + 1; p < end; p++) {
    const x = points[2 * p];
    const y = points[2 * p + 1];
    const x0 = points[2 * p - 2];
    const y0 = points[2 * p - 1];
    if (p === gap) path.moveTo(x, y);
    else if (x === x0 || y === y0) path.lineTo(x, y);
    else if (down) path.bezierCurveTo(x0, (y0 + y) / 2, x, (y0 + y) / 2, x, y);
    else path.bezierCurveTo((x0 + x) / 2, y0, (x0 + x) / 2, y, x, y);
  }
}

/** All edges in the rectangle; yields now and then, so that the caller can spread the work over frames. */
export function* drawEdges(pen: Pen, scene: Scene, rect: Rect, detail: Detail): Generator<void> {
  const visible: number[] = [];
  scene.visitEdges(rect, (edge) => visible.push(edge));
  yield;
  const { dtype, flags } = scene.edges;
  const control = (edge: number) => ((flags[edge] & EdgeFlag.Control) !== 0 ? kControl : 0);
  for (const [style, members] of grouped(visible, (edge) => control(edge) | (dtype[edge] & 3))) {
    yield* strokeAll(pen, scene, members, style & 3, (style & kControl) !== 0);
  }
  if (detail === 'block') return;
  drawArrows(pen, scene, visible);
  yield;
  if (detail === 'full') yield* drawLabels(pen, scene, visible);
}

function* strokeAll(
  pen: Pen,
  scene: Scene,
  edges: number[],
  dtype: number,
  control: boolean,
): Generator<void> {
  const { context, theme, zoom } = pen;
  const apply = () => {
    context.strokeStyle = control ? theme.control : theme.dtypes[dtype];
    context.lineWidth = control ? Math.max(1, 0.5 / zoom) : edgeWidth(dtype, zoom);
    context.lineJoin = 'round';
    context.setLineDash(control ? [4, 3] : []);
  };
  for (let i = 0; i < edges.length; i += kBatch) {
    apply();
    context.beginPath();
    for (const edge of edges.slice(i, i + kBatch)) traceEdge(context, scene, edge, false);
    context.stroke();
    context.setLineDash([]);
    if ((i / kBatch) % kBatchesPerStep === kBatchesPerStep - 1) yield;
  }
}

/** Small heads where edges arrive; pills stand so close that a head would only be noise. */
function drawArrows(pen: Pen, scene: Scene, edges: number[]): void {
  const { context, theme } = pen;
  const { pointBegin, points, target, dtype } = scene.edges;
  const down = scene.direction === 'down';
  for (let cls = 0; cls < 4; cls++) {
    context.fillStyle = theme.dtypes[cls];
    context.beginPath();
    for (const edge of edges) {
      const last = pointBegin[edge + 1] - 1;
      if (dtype[edge] !== cls || last <= pointBegin[edge]) continue;
      if ((scene.items.flags[target[edge]] & ItemFlag.Slim) !== 0) continue;
      const [x, y] = [points[2 * last], points[2 * last + 1]];
      const back = (down ? y - points[2 * last - 1] : x - points[2 * last - 2]) < 0 ? -kArrow : kArrow;
      context.moveTo(x, y);
      if (down) {
        context.lineTo(x - 3, y - back);
        context.lineTo(x + 3, y - back);
      } else {
        context.lineTo(x - back, y - 3);
        context.lineTo(x - back, y + 3);
      }
    }
    context.fill();
  }
}

function* drawLabels(pen: Pen, scene: Scene, edges: number[]): Generator<void> {
  const { label, pointBegin, points } = scene.edges;
  const down = scene.direction === 'down';
  const labels = new Labels(pen, down);
  let drawn = 0;
  for (const edge of edges.filter((e) => label[e] !== 0).sort((a, b) => a - b)) {
    const text = scene.text(label[edge]);
    const begin = 2 * pointBegin[edge];
    const room = scene.labelRoom(edge);
    const stub = scene.isStub(edge);
    const [from, to] = [scene.edges.source[edge], scene.edges.target[edge]];
    const there = stub ? `${text} → ${title(scene, to)}` : text;
    if (room > 0) labels.draw(there, points[begin], points[begin + 1], down ? room : Infinity);
    const back = `${title(scene, from)} → ${text}`;
    if (stub) labels.draw(back, points[begin + 4], points[begin + 5] - (down ? 2 : 0), Infinity);
    if (++drawn % 32 === 0) yield;
  }
}

function title(scene: Scene, item: number): string {
  return scene.text(scene.items.title[item]);
}

/** Shapes beside edges, and at stubs what stands at the other end. Where two would lie on each other the second is left out; hovering tells it. */
class Labels {
  private readonly taken = new Map<number, [left: number, right: number][]>();

  constructor(
    private readonly pen: Pen,
    private readonly down: boolean,
  ) {}

  draw(whole: string, x: number, y: number, room: number): void {
    const { context, theme, fit } = this.pen;
    const font = this.pen.font(kLineSize - 1);
    const text = fit.fit(whole, font, kMostLabel);
    const width = Math.min(fit.width(text, font), kMostLabel);
    if (width + 8 > room) return;
    const left = this.down ? x + 5 : x + 4;
    const top = this.down ? y + 2 : y - 13;
    if (!this.take(left, left + width, top)) return;
    context.font = font;
    context.lineJoin = 'round';
    context.lineWidth = 3;
    context.strokeStyle = theme.labelHalo;
    context.strokeText(text, left, top + 9.5, kMostLabel);
    context.fillStyle = theme.mutedText;
    context.fillText(text, left, top + 9.5, kMostLabel);
  }

  /** Rows of one label's height are enough to tell neighbours apart. */
  private take(left: number, right: number, top: number): boolean {
    const row = Math.floor(top / 12);
    const near = [row - 1, row, row + 1].flatMap((r) => this.taken.get(r) ?? []);
    if (near.some(([l, r]) => l < right + 4 && r + 4 > left)) return false;
    const list = this.taken.get(row);
    if (list) list.push([left, right]);
    else this.taken.set(row, [[left, right]]);
    return true;
  }
}
