// Where one looks at the graph from: pure arithmetic between graph coordinates (CSS pixels at 100 %) and the screen.

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Rect extends Point, Size {}

/** x and y are the graph coordinates of the viewport's centre; zoom 1 is 100 %. */
export interface Camera extends Point {
  zoom: number;
}

export const kMaxZoom = 4;
/** Below this names cannot be read, so a first look at a larger graph starts at its inputs instead. */
const kLegibleZoom = 0.45;
const kFitPadding = 24;

export function toGraph(camera: Camera, viewport: Size, screen: Point): Point {
  return {
    x: camera.x + (screen.x - viewport.width / 2) / camera.zoom,
    y: camera.y + (screen.y - viewport.height / 2) / camera.zoom,
  };
}

export function toScreen(camera: Camera, viewport: Size, graph: Point): Point {
  return {
    x: (graph.x - camera.x) * camera.zoom + viewport.width / 2,
    y: (graph.y - camera.y) * camera.zoom + viewport.height / 2,
  };
}

/** The part of the graph that the viewport shows. */
export function visibleRect(camera: Camera, viewport: Size): Rect {
  const width = viewport.width / camera.zoom;
  const height = viewport.height / camera.zoom;
  return { x: camera.x - width / 2, y: camera.y - height / 2, width, height };
}

export function panBy(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.zoom, y: camera.y - dy / camera.zoom };
}

/** Zooms by a factor; the graph point under the given screen point stays there. */
export function zoomAt(camera: Camera, viewport: Size, at: Point, factor: number, least: number): Camera {
  const zoom = Math.min(kMaxZoom, Math.max(least, camera.zoom * factor));
  const fixed = toGraph(camera, viewport, at);
  return {
    x: fixed.x - (at.x - viewport.width / 2) / zoom,
    y: fixed.y - (at.y - viewport.height / 2) / zoom,
    zoom,
  };
}

function fitZoom(bounds: Size, viewport: Size): number {
  const room = (length: number) => Math.max(1, length - 2 * kFitPadding);
  const zoom = Math.min(
    room(viewport.width) / Math.max(1, bounds.width),
    room(viewport.height) / Math.max(1, bounds.height),
  );
  return Number.isFinite(zoom) && zoom > 0 ? zoom : 1;
}

/** Shows all of the rectangle, at 100 % at most (or `most`). */
export function fit(bounds: Rect, viewport: Size, most = 1): Camera {
  return {
    x: bounds.x + bounds.width / 2,
    y: bounds.y + bounds.height / 2,
    zoom: Math.min(most, fitZoom(bounds, viewport)),
  };
}

/** One can zoom out until the whole graph takes half the viewport, and always to 10 %. */
export function leastZoom(bounds: Size, viewport: Size): number {
  return Math.min(0.1, fitZoom(bounds, viewport) / 2);
}

/** The first look: all of the graph when that is legible, else its start around `anchor`. */
export function firstLook(bounds: Rect, viewport: Size, anchor: Point, direction: 'down' | 'right'): Camera {
  const whole = fit(bounds, viewport);
  if (whole.zoom >= kLegibleZoom) return whole;
  const down = direction === 'down';
  const breadth = down
    ? fitZoom({ width: bounds.width, height: 1 }, viewport)
    : fitZoom({ width: 1, height: bounds.height }, viewport);
  const zoom = Math.min(0.9, Math.max(0.65, breadth));
  const lead = kFitPadding / zoom;
  return down
    ? { x: anchor.x, y: bounds.y - lead + viewport.height / 2 / zoom, zoom }
    : { x: bounds.x - lead + viewport.width / 2 / zoom, y: anchor.y, zoom };
}

/** Keeps at least an edge of the graph in the middle half of the viewport, so that nobody gets lost in the void. */
export function clamp(camera: Camera, bounds: Rect, viewport: Size): Camera {
  const slackX = viewport.width / 4 / camera.zoom;
  const slackY = viewport.height / 4 / camera.zoom;
  return {
    x: Math.min(bounds.x + bounds.width + slackX, Math.max(bounds.x - slackX, camera.x)),
    y: Math.min(bounds.y + bounds.height + slackY, Math.max(bounds.y - slackY, camera.y)),
    zoom: camera.zoom,
  };
}

/**
 * Brings a rectangle into view: not at all when it is in view, by the least movement when it is near its border, else to the
 * middle. So many screen pixels at the top are covered by something else, and nothing is revealed there.
 */
export function reveal(camera: Camera, viewport: Size, rect: Rect, covered = 0, margin = 64): Camera {
  const seen = visibleRect(camera, viewport);
  const top = covered / camera.zoom;
  if (!meet(seen, rect))
    return { ...camera, x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 - top / 2 };
  const pad = margin / camera.zoom;
  const shift = (low: number, length: number, seenLow: number, seenLength: number) => {
    if (length + 2 * pad > seenLength) return low + length / 2 - (seenLow + seenLength / 2);
    if (low - pad < seenLow) return low - pad - seenLow;
    const excess = low + length + pad - (seenLow + seenLength);
    return excess > 0 ? excess : 0;
  };
  const dx = shift(rect.x, rect.width, seen.x, seen.width);
  const dy = shift(rect.y, rect.height, seen.y + top, seen.height - top);
  return dx === 0 && dy === 0 ? camera : { ...camera, x: camera.x + dx, y: camera.y + dy };
}

function meet(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Between two cameras, t in 0..1: zoom moves evenly to the eye, and the centre with it. */
export function between(from: Camera, to: Camera, t: number): Camera {
  const zoom = from.zoom * Math.pow(to.zoom / from.zoom, t);
  const change = 1 / to.zoom - 1 / from.zoom;
  // The centre follows the growth of the visible width, so that one sees a straight flight, not a swing.
  const way = Math.abs(change) < 1e-9 ? t : (1 / zoom - 1 / from.zoom) / change;
  return { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way, zoom };
}

export function same(a: Camera, b: Camera): boolean {
  return a.x === b.x && a.y === b.y && a.zoom === b.zoom;
}
