// At which corner of its card a finding's mark stands: where it lies on no line and on no other card.
import type { Point } from './camera.js';
import { hitEdge, hitItem } from './hit.js';
import { kNone, type Scene } from './scene.js';

/** Radius of a mark in graph units, at 100 %. */
export const kMarkRadius = 6.5;

export interface Corner {
  right: boolean;
  bottom: boolean;
}

/** The first that is free. Above on the right is where people look. */
const kCorners: readonly Corner[] = [
  { right: true, bottom: false },
  { right: false, bottom: false },
  { right: true, bottom: true },
  { right: false, bottom: true },
];

const known = new WeakMap<Scene, Map<number, Corner>>();

export function markCorner(scene: Scene, item: number): Corner {
  let corners = known.get(scene);
  if (!corners) known.set(scene, (corners = new Map<number, Corner>()));
  let corner = corners.get(item);
  if (!corner) {
    corner =
      kCorners.find((candidate) => isFree(scene, item, markPoint(scene, item, candidate))) ?? kCorners[0];
    corners.set(item, corner);
  }
  return corner;
}

/** Beside the corner, so that the name stays free. */
export function markPoint(
  scene: Scene,
  item: number,
  { right, bottom }: Corner,
  radius = kMarkRadius,
): Point {
  const { x, y, width, height } = scene.itemRect(item);
  return {
    x: right ? x + width + radius * 0.3 : x - radius * 0.3,
    y: bottom ? y + height + radius * 0.2 : y - radius * 0.2,
  };
}

function isFree(scene: Scene, item: number, at: Point): boolean {
  if (hitEdge(scene, at, kMarkRadius) !== kNone) return false;
  // Its far sides, which are away from its own card: only another one can be met there.
  const { x, y, width, height } = scene.itemRect(item);
  const far = {
    x: at.x > x + width / 2 ? at.x + kMarkRadius : at.x - kMarkRadius,
    y: at.y > y + height / 2 ? at.y + kMarkRadius : at.y - kMarkRadius,
  };
  return [
    { x: far.x, y: at.y },
    { x: at.x, y: far.y },
  ].every((side) => hitItem(scene, side, 2) === kNone);
}
