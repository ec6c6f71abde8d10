// One still picture of a part of the graph, as steps: whoever runs them decides how many fit into a frame.
import type { Rect } from './camera.js';
import { detailAt } from './detail.js';
import { drawEdges } from './draw_edges.js';
import { drawItems } from './draw_items.js';
import { drawPartitions } from './draw_partitions.js';
import type { Pen } from './pen.js';
import type { Scene } from './scene.js';

/** Marks and labels reach beyond the rectangles that are looked up. */
const kOverhang = 40;

/** The context must be transformed to graph coordinates. */
export function* paintScene(pen: Pen, scene: Scene, rect: Rect): Generator<void> {
  const detail = detailAt(pen.zoom);
  const pad = kOverhang + 8 / pen.zoom;
  const wide = {
    x: rect.x - pad,
    y: rect.y - pad,
    width: rect.width + 2 * pad,
    height: rect.height + 2 * pad,
  };
  yield* drawPartitions(pen, scene, wide, detail);
  yield* drawEdges(pen, scene, wide, detail);
  yield* drawItems(pen, scene, wide, detail);
}
