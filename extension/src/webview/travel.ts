// Walking the graph by keys: along edges to successors and predecessors, and between siblings.
import { kNone, type Scene } from './scene.js';

export type Step = 'forward' | 'backward' | 'before' | 'after';

/** The card that a step from `item` leads to; kNone when there is none. `cameFrom` is preferred when going back. */
export function step(scene: Scene, item: number, way: Step, cameFrom = kNone): number {
  if (way === 'forward') return straightest(scene, item, successors(scene, item), cameFrom);
  if (way === 'backward') return straightest(scene, item, predecessors(scene, item), cameFrom);
  return sibling(scene, item, way === 'after' ? 1 : -1);
}

export function successors(scene: Scene, item: number): number[] {
  return distinct(scene.edgesOut(item), scene.edges.target, item);
}

export function predecessors(scene: Scene, item: number): number[] {
  return distinct(scene.edgesIn(item), scene.edges.source, item);
}

/** Where walking begins when nothing is selected: the first input, else the topmost card. */
export function start(scene: Scene): number {
  let best = kNone;
  for (let i = 0; i < scene.items.count; i++) {
    if (best === kNone || along(scene, i) < along(scene, best)) best = i;
  }
  return best;
}

function distinct(edges: Uint32Array, end: Uint32Array, self: number): number[] {
  return [...new Set([...edges].map((edge) => end[edge]))].filter((item) => item !== self);
}

/** Centre across the flow: what keeps going straight keeps this. */
function across(scene: Scene, item: number): number {
  const { x, y, width, height } = scene.items;
  return scene.direction === 'down' ? x[item] + width[item] / 2 : y[item] + height[item] / 2;
}

function along(scene: Scene, item: number): number {
  return scene.direction === 'down' ? scene.items.y[item] : scene.items.x[item];
}

function straightest(scene: Scene, item: number, candidates: number[], preferred: number): number {
  if (candidates.includes(preferred)) return preferred;
  let best = kNone;
  let bestBend = Infinity;
  for (const candidate of candidates) {
    const bend = Math.abs(across(scene, candidate) - across(scene, item));
    if (bend < bestBend || (bend === bestBend && along(scene, candidate) < along(scene, best))) {
      best = candidate;
      bestBend = bend;
    }
  }
  return best;
}

/** The neighbour across the flow among the cards that share a predecessor or a successor, else among those at the same height. */
function sibling(scene: Scene, item: number, sense: 1 | -1): number {
  const family = new Set<number>();
  for (const parent of predecessors(scene, item)) for (const s of successors(scene, parent)) family.add(s);
  for (const child of successors(scene, item)) for (const p of predecessors(scene, child)) family.add(p);
  family.delete(item);
  const found = nextAcross(scene, item, family, sense);
  if (found !== kNone) return found;
  const level = new Set<number>();
  const { y, x, width, height } = scene.items;
  const band =
    scene.direction === 'down'
      ? { x: 0, y: y[item], width: scene.bounds.width, height: height[item] }
      : { x: x[item], y: 0, width: width[item], height: scene.bounds.height };
  scene.visitItems(band, (other) => other !== item && level.add(other));
  return nextAcross(scene, item, level, sense);
}

function nextAcross(scene: Scene, item: number, candidates: Iterable<number>, sense: 1 | -1): number {
  const here = across(scene, item);
  let best = kNone;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const ahead = (across(scene, candidate) - here) * sense;
    if (ahead <= 0) continue;
    const distance = ahead + Math.abs(along(scene, candidate) - along(scene, item)) * 0.5;
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}
