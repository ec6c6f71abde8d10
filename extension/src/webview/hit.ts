// What lies under a point of the graph.
import type { Point } from './camera.js';
import { kNone, type Scene } from './scene.js';

const kCurvePieces = 8;

/** The card at the point, or the nearest within `tolerance`; kNone when there is none. */
export function hitItem(scene: Scene, at: Point, tolerance: number): number {
  let best = kNone;
  let bestDistance = tolerance;
  const rect = { x: at.x - tolerance, y: at.y - tolerance, width: 2 * tolerance, height: 2 * tolerance };
  scene.visitItems(rect, (item) => {
    const box = scene.itemRect(item);
    const dx = Math.max(box.x - at.x, 0, at.x - (box.x + box.width));
    const dy = Math.max(box.y - at.y, 0, at.y - (box.y + box.height));
    const distance = Math.hypot(dx, dy);
    if (distance < bestDistance || (distance === bestDistance && item > best)) {
      best = item;
      bestDistance = distance;
    }
  });
  return best;
}

/** The edge nearest to the point within `tolerance`; kNone when there is none. */
export function hitEdge(scene: Scene, at: Point, tolerance: number): number {
  let best = kNone;
  let bestDistance = tolerance;
  const rect = { x: at.x - tolerance, y: at.y - tolerance, width: 2 * tolerance, height: 2 * tolerance };
  scene.visitEdges(rect, (edge) => {
    const distance = distanceToEdge(scene, edge, at);
    if (distance < bestDistance) {
      best = edge;
      bestDistance = distance;
    }
  });
  return best;
}

function distanceToEdge(scene: Scene, edge: number, at: Point): number {
  const { pointBegin } = scene.edges;
  const stubGap = scene.isStub(edge) ? pointBegin[edge] + 1 : -1;
  let least = Infinity;
  for (let p = pointBegin[edge]; p + 1 < pointBegin[edge + 1]; p++) {
    if (p === stubGap) continue;
    least = Math.min(least, distanceToPiece(scene.point(p), scene.point(p + 1), scene.direction, at));
  }
  return least;
}

/** Pieces are drawn as a line, or as an S-curve whose ends run with the flow. */
function distanceToPiece(a: Point, b: Point, direction: 'down' | 'right', at: Point): number {
  if (a.x === b.x || a.y === b.y) return distanceToLine(a, b, at);
  const down = direction === 'down';
  const c1 = down ? { x: a.x, y: (a.y + b.y) / 2 } : { x: (a.x + b.x) / 2, y: a.y };
  const c2 = down ? { x: b.x, y: (a.y + b.y) / 2 } : { x: (a.x + b.x) / 2, y: b.y };
  let least = Infinity;
  let from = a;
  for (let i = 1; i <= kCurvePieces; i++) {
    const to = bezier(a, c1, c2, b, i / kCurvePieces);
    least = Math.min(least, distanceToLine(from, to, at));
    from = to;
  }
  return least;
}

function bezier(a: Point, c1: Point, c2: Point, b: Point, t: number): Point {
  const u = 1 - t;
  const [wa, w1, w2, wb] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return {
    x: wa * a.x + w1 * c1.x + w2 * c2.x + wb * b.x,
    y: wa * a.y + w1 * c1.y + w2 * c2.y + wb * b.y,
  };
}

function distanceToLine(a: Point, b: Point, at: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.min(1, Math.max(0, ((at.x - a.x) * dx + (at.y - a.y) * dy) / length));
  return Math.hypot(at.x - a.x - t * dx, at.y - a.y - t * dy);
}
