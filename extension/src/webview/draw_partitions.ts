// The ground under cards that a target runs as one partition, with a line around it: where it ends, values are copied.
import type { Rect } from './camera.js';
import { type Detail, kLineSize } from './detail.js';
import { traceEdge } from './draw_edges.js';
import { grouped } from './grouped.js';
import type { Pen } from './pen.js';
import type { Placed } from './placed.js';
import type { Scene } from './scene.js';

/** Graph units that the ground reaches beyond a card, and the breadth of the bridge from one card to the next. */
const kReach = 9;
const kBridge = 26;
/** The reach in pixels that is left of it from afar. */
const kLeastReach = 3;
/** Cards farther apart have no bridge: it would lie under what stands between them. */
const kLongestBridge = 140;
/** Nearer to each other than this on screen, cards have grounds that meet without bridges. */
const kBridgeZoom = 0.15;
const kRadius = 8;

export function* drawPartitions(pen: Pen, scene: Scene, rect: Rect, detail: Detail): Generator<void> {
  const { overlay } = scene;
  if (overlay?.kind !== 'verdicts' || overlay.partitions === 0) return;
  const items: number[] = [];
  scene.visitItems(rect, (item) => overlay.partition[item] >= 0 && items.push(item));
  const edges: number[] = [];
  if (pen.zoom >= kBridgeZoom)
    scene.visitEdges(rect, (edge) => inside(scene, overlay, edge) && edges.push(edge));
  const bridges = new Map(grouped(edges, (edge) => overlay.partition[scene.edges.source[edge]]));
  yield;
  for (const [partition, members] of grouped(items, (item) => overlay.partition[item])) {
    drawGround(pen, scene, members, bridges.get(partition) ?? []);
    yield;
  }
  if (detail !== 'block') drawNumbers(pen, scene, overlay, items);
}

/** Between two neighbours of one partition. */
function inside(scene: Scene, { partition }: Placed, edge: number): boolean {
  const { source, target, pointBegin, points } = scene.edges;
  const begin = 2 * pointBegin[edge];
  const end = 2 * pointBegin[edge + 1] - 2;
  const along = scene.direction === 'down' ? 1 : 0;
  return (
    partition[source[edge]] >= 0 &&
    partition[source[edge]] === partition[target[edge]] &&
    end > begin &&
    Math.abs(points[end + along] - points[begin + along]) <= kLongestBridge
  );
}

/** All of it in the line's colour, then a little less of it in the ground's: what is left is the outline of the whole. */
function drawGround(
  { context, theme, zoom }: Pen,
  scene: Scene,
  items: readonly number[],
  edges: readonly number[],
): void {
  const line = Math.max(1.5, 1.25 / zoom);
  const reach = Math.max(kReach, kLeastReach / zoom);
  const { x, y, width, height } = scene.items;
  context.lineJoin = 'round';
  for (const [colour, more] of [
    [theme.partition.border, line],
    [theme.partition.ground, 0],
  ] as const) {
    const by = reach + more;
    context.fillStyle = colour;
    context.strokeStyle = colour;
    context.beginPath();
    for (const i of items)
      context.roundRect(x[i] - by, y[i] - by, width[i] + 2 * by, height[i] + 2 * by, kRadius + more);
    context.fill();
    if (edges.length === 0) continue;
    context.lineWidth = kBridge + 2 * more;
    context.beginPath();
    for (const edge of edges) traceEdge(context, scene, edge, true);
    context.stroke();
  }
}

/** Beside its first card. */
function drawNumbers(
  { context, theme, font }: Pen,
  scene: Scene,
  { first }: Placed,
  items: readonly number[],
): void {
  const { x, y } = scene.items;
  context.font = font(kLineSize);
  context.fillStyle = theme.mutedText;
  context.textAlign = 'right';
  for (const item of items) {
    const number = first.get(item);
    if (number === undefined) continue;
    const [left, top] = [x[item] - kReach - 6, y[item] + kLineSize];
    context.lineWidth = 3;
    context.strokeStyle = theme.labelHalo;
    context.strokeText(`Partition ${number + 1}`, left, top);
    context.fillText(`Partition ${number + 1}`, left, top);
  }
  context.textAlign = 'left';
}
