// How elements of the model and things on the canvas correspond: which card or line stands for a node or a tensor, and back.
import type { FindingInfo } from '../generated/protocol.js';
import type { Target } from '../shared/messages.js';
import type { Pick } from './board.js';
import type { Point, Rect } from './camera.js';
import { ItemKind, kNone, type Scene } from './scene.js';
import type { Selection } from './selection.js';
import type { Step } from './travel.js';

export function targetOf(scene: Scene | undefined, pick: Pick): Selection {
  if (!pick || !scene) return undefined;
  if ('edge' in pick) return { graph: scene.graph, tensor: scene.edges.tensor[pick.edge] };
  const id = scene.items.id[pick.item];
  const node = scene.items.kind[pick.item] === ItemKind.Node;
  return node ? { graph: scene.graph, node: id } : { graph: scene.graph, tensor: id };
}

export function centre(scene: Scene, item: number): Point {
  const { x, y, width, height } = scene.itemRect(item);
  return { x: x + width / 2, y: y + height / 2 };
}

export function targetOfFinding(finding: FindingInfo): Target | undefined {
  const { graph, node, tensor } = finding;
  if (graph === undefined) return undefined;
  return node !== undefined ? { graph, node } : tensor !== undefined ? { graph, tensor } : { graph };
}

export function marksOf(scene: Scene, selection: Selection): { item: number; tensor: number } {
  if (!selection || selection.graph !== scene.graph) return { item: kNone, tensor: kNone };
  if (selection.node !== undefined) return { item: scene.findNode(selection.node), tensor: kNone };
  const tensor = selection.tensor ?? kNone;
  return { item: tensor === kNone ? kNone : scene.findIo(tensor), tensor };
}

/** Cards that stand for an element: its own, or those at the ends of a tensor's edges. */
export function itemsOf(scene: Scene, target: Target): number[] {
  if (target.graph !== scene.graph) return [];
  if (target.node !== undefined) return [scene.findNode(target.node)].filter((item) => item !== kNone);
  if (target.tensor === undefined) return [];
  const io = scene.findIo(target.tensor);
  if (io !== kNone) return [io];
  const edge = scene.edgesOfTensor(target.tensor)[0];
  return edge === undefined ? [] : [scene.edges.source[edge]];
}

export function rectOf(scene: Scene, target: Target): Rect | undefined {
  const item = itemsOf(scene, target)[0];
  return item === undefined ? undefined : scene.itemRect(item);
}

export function endOf(scene: Scene, tensor: number, way: Step): number {
  const edge = scene.edgesOfTensor(tensor)[0];
  if (edge === undefined) return kNone;
  return way === 'backward' || way === 'before' ? scene.edges.source[edge] : scene.edges.target[edge];
}
