// Mouse, pen, touch and wheel on the canvas, turned into moves of the camera and picks.
import type { Point } from './camera.js';

export interface PointerTarget {
  pan(dx: number, dy: number): void;
  /** The pointer let go while moving: pixels a millisecond. */
  fling(vx: number, vy: number): void;
  zoom(at: Point, factor: number): void;
  hover(at: Point | undefined): void;
  click(at: Point): void;
  doubleClick(at: Point): void;
  wheelMode(): 'pan' | 'zoom';
}

const kClickSlop = 4;
const kLinePixels = 20;
const kFlingFrom = 0.25;
/** Wheel notches are about 100 pixels, pinches a few: both should feel the same. */
const kMostWheelStep = 40;

export function listenToPointer(canvas: HTMLElement, target: PointerTarget): void {
  const local = (event: MouseEvent): Point => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const fingers = new Map<number, Point>();
  let moved = false;
  let pressedAt: Point | undefined;
  let velocity = { x: 0, y: 0, time: 0 };

  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 && event.button !== 1) return;
    if (event.button === 1) event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, local(event));
    pressedAt = local(event);
    moved = fingers.size > 1;
    velocity = { x: 0, y: 0, time: event.timeStamp };
    target.pan(0, 0);
  });

  canvas.addEventListener('pointermove', (event) => {
    const at = local(event);
    const before = fingers.get(event.pointerId);
    if (!before) return target.hover(at);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) pinch(target, before, at, other);
    else if (moved || (pressedAt && Math.hypot(at.x - pressedAt.x, at.y - pressedAt.y) > kClickSlop)) {
      if (!moved) target.hover(undefined);
      moved = true;
      canvas.classList.add('dragging');
      target.pan(at.x - before.x, at.y - before.y);
      const elapsed = Math.max(1, event.timeStamp - velocity.time);
      velocity = { x: (at.x - before.x) / elapsed, y: (at.y - before.y) / elapsed, time: event.timeStamp };
    } else return;
    fingers.set(event.pointerId, at);
  });

  const release = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return;
    canvas.classList.remove('dragging');
    if (fingers.size > 0) return;
    const { x, y, time } = velocity;
    if (moved && event.timeStamp - time < 40 && Math.hypot(x, y) > kFlingFrom) target.fling(x, y);
    if (!moved && event.type === 'pointerup' && event.button === 0) target.click(local(event));
  };
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);
  canvas.addEventListener('pointerleave', () => fingers.size === 0 && target.hover(undefined));
  canvas.addEventListener('dblclick', (event) => target.doubleClick(local(event)));

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : kLinePixels;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    const zooms = event.ctrlKey || event.metaKey || (target.wheelMode() === 'zoom' && !event.shiftKey);
    if (zooms) target.zoom(local(event), wheelFactor(dy));
    else if (event.shiftKey && dx === 0) target.pan(-dy, 0);
    else target.pan(-dx, -dy);
  };
  canvas.addEventListener('wheel', wheel, { passive: false });
}

/** By how much a wheel turn zooms. */
export function wheelFactor(delta: number): number {
  return Math.exp(-Math.min(kMostWheelStep, Math.max(-kMostWheelStep, delta)) * 0.006);
}

function pinch(target: PointerTarget, before: Point, now: Point, other: Point): void {
  const apart = (a: Point) => Math.max(1, Math.hypot(a.x - other.x, a.y - other.y));
  const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
  target.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
  target.zoom(middle, apart(now) / apart(before));
}
