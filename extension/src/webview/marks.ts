// What is drawn over the still picture in every frame: selection, hover, hits of the search.
import { type Rect, visibleRect } from './camera.js';
import { detailAt } from './detail.js';
import { edgeWidth, traceEdge } from './draw_edges.js';
import type { Frame } from './painter.js';
import type { Context } from './pen.js';
import { ItemFlag, ItemKind, kNone, type Scene } from './scene.js';
import type { Theme } from './theme.js';

export interface Marks {
  item: number;
  /** Tensor id, kNone when none is selected. */
  tensor: number;
  hoverItem: number;
  hoverEdge: number;
  hits: readonly number[];
  currentHit: number;
}

export const kNoMarks: Marks = {
  item: kNone,
  tensor: kNone,
  hoverItem: kNone,
  hoverEdge: kNone,
  hits: [],
  currentHit: kNone,
};

export function drawMarks(context: Context, theme: Theme, scene: Scene, marks: Marks, frame: Frame): void {
  const seen = visibleRect(frame.camera, frame.viewport);
  const { zoom } = frame.camera;
  const scale = zoom * frame.ratio;
  context.setTransform(scale, 0, 0, scale, -seen.x * scale, -seen.y * scale);
  const drawer = new MarkDrawer(context, theme, scene, zoom);
  drawer.hits(marks.hits, marks.currentHit, seen);
  if (marks.tensor !== kNone) drawer.edges(scene.edgesOfTensor(marks.tensor), theme.focus, 2);
  if (marks.item !== kNone) drawer.neighbourhood(marks.item);
  if (marks.hoverEdge !== kNone) {
    drawer.edges(scene.edgesOfTensor(scene.edges.tensor[marks.hoverEdge]), undefined, 1.5);
  }
  if (marks.hoverItem !== kNone && marks.hoverItem !== marks.item)
    drawer.ring(marks.hoverItem, theme.focus, 1, 0);
  if (marks.item !== kNone) drawer.ring(marks.item, theme.focus, 2, 2);
}

class MarkDrawer {
  constructor(
    private readonly context: Context,
    private readonly theme: Theme,
    private readonly scene: Scene,
    private readonly zoom: number,
  ) {}

  hits(hits: readonly number[], current: number, seen: Rect): void {
    if (hits.length === 0) return;
    const marked = new Set(hits);
    const far = detailAt(this.zoom) === 'block';
    this.context.fillStyle = this.theme.hit;
    this.scene.visitItems(seen, (item) => {
      if (!marked.has(item)) return;
      // Names stay readable: near cards get a frame, far ones are filled.
      if (!far) return this.ring(item, this.theme.hit, 3, 1);
      this.shape(item, 1 / this.zoom, 5);
      this.context.fill();
    });
    if (current !== kNone) this.ring(current, this.theme.currentHit, 2, 3);
  }

  /** Edges in their own colour or the given one, `extra` screen pixels heavier; stubs are drawn whole. */
  edges(edges: Iterable<number>, colour: string | undefined, extra: number): void {
    const { context, scene, theme, zoom } = this;
    context.lineJoin = 'round';
    for (const edge of edges) {
      const dtype = scene.edges.dtype[edge];
      context.strokeStyle = colour ?? theme.dtypes[dtype];
      context.lineWidth = edgeWidth(dtype, zoom) + extra / zoom;
      context.beginPath();
      traceEdge(context, scene, edge, true);
      context.stroke();
    }
  }

  /** The selected card's edges stand out, in the colours of their types. */
  neighbourhood(item: number): void {
    const kMostEdges = 2_000;
    this.edges(this.scene.edgesIn(item).subarray(0, kMostEdges), undefined, 1.2);
    this.edges(this.scene.edgesOut(item).subarray(0, kMostEdges), undefined, 1.2);
  }

  ring(item: number, colour: string, pixels: number, gap: number): void {
    this.context.strokeStyle = colour;
    this.context.lineWidth = pixels / this.zoom;
    this.context.setLineDash([]);
    this.shape(item, (gap + pixels / 2) / this.zoom, 8);
    this.context.stroke();
  }

  /** A card's outline, `gap` away from it, and never smaller than `least` screen pixels. */
  private shape(item: number, gap: number, least: number): void {
    const { items } = this.scene;
    const round = items.kind[item] !== ItemKind.Node || (items.flags[item] & ItemFlag.Slim) !== 0;
    const rect = this.scene.itemRect(item);
    const growX = Math.max(gap, (least / this.zoom - rect.width) / 2);
    const growY = Math.max(gap, (least / this.zoom - rect.height) / 2);
    const height = rect.height + 2 * growY;
    this.context.beginPath();
    this.context.roundRect(
      rect.x - growX,
      rect.y - growY,
      rect.width + 2 * growX,
      height,
      round ? height / 2 : 4 + gap,
    );
  }
}
