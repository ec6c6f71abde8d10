import { describe, expect, it } from 'vitest';
import {
  between,
  clamp,
  firstLook,
  fit,
  leastZoom,
  panBy,
  reveal,
  toGraph,
  toScreen,
  visibleRect,
  zoomAt,
} from '../../../extension/src/webview/camera.js';

const viewport = { width: 800, height: 600 };
const camera = { x: 100, y: 50, zoom: 2 };

describe('camera', () => {
  it('maps the viewport centre to its own position and back', () => {
    expect(toGraph(camera, viewport, { x: 400, y: 300 })).toEqual({ x: 100, y: 50 });
    const screen = { x: 13, y: 570 };
    expect(toScreen(camera, viewport, toGraph(camera, viewport, screen))).toEqual(screen);
  });

  it('keeps the point under the pointer when it zooms', () => {
    const at = { x: 700, y: 80 };
    const before = toGraph(camera, viewport, at);
    const after = toGraph(zoomAt(camera, viewport, at, 1.7, 0.01), viewport, at);
    expect(after.x).toBeCloseTo(before.x, 9);
    expect(after.y).toBeCloseTo(before.y, 9);
  });

  it('does not zoom beyond its limits', () => {
    expect(zoomAt(camera, viewport, { x: 0, y: 0 }, 1000, 0.01).zoom).toBe(4);
    expect(zoomAt(camera, viewport, { x: 0, y: 0 }, 1e-9, 0.01).zoom).toBe(0.01);
  });

  it('moves the graph with the hand when it pans', () => {
    const before = toScreen(camera, viewport, { x: 0, y: 0 });
    const after = toScreen(panBy(camera, 30, -20), viewport, { x: 0, y: 0 });
    expect(after).toEqual({ x: before.x + 30, y: before.y - 20 });
  });

  it('fits all of a rectangle, and small ones not beyond 100 %', () => {
    const large = { x: 10, y: 20, width: 5000, height: 3000 };
    const seen = visibleRect(fit(large, viewport), viewport);
    expect(seen.x).toBeLessThanOrEqual(large.x);
    expect(seen.y + seen.height).toBeGreaterThanOrEqual(large.y + large.height);
    expect(fit({ x: 0, y: 0, width: 10, height: 10 }, viewport).zoom).toBe(1);
    expect(leastZoom(large, viewport)).toBeLessThan(fit(large, viewport).zoom);
  });

  it('starts a tall graph at its beginning, legibly, and a small one whole', () => {
    const tall = { x: 0, y: 0, width: 1000, height: 400_000 };
    const look = firstLook(tall, viewport, { x: 500, y: 0 }, 'down');
    expect(look.zoom).toBeGreaterThanOrEqual(0.5);
    expect(visibleRect(look, viewport).y).toBeLessThanOrEqual(0);
    expect(visibleRect(look, viewport).y).toBeGreaterThan(-100);
    expect(look.x).toBe(500);
    const small = { x: 0, y: 0, width: 700, height: 900 };
    expect(firstLook(small, viewport, { x: 0, y: 0 }, 'down')).toEqual(fit(small, viewport));
  });

  it('never lets the graph out of sight', () => {
    const bounds = { x: 0, y: 0, width: 1000, height: 1000 };
    const lost = clamp({ x: 1e6, y: -1e6, zoom: 1 }, bounds, viewport);
    const seen = visibleRect(lost, viewport);
    expect(seen.x).toBeLessThan(bounds.width);
    expect(seen.y + seen.height).toBeGreaterThan(0);
  });

  it('moves no more than is needed to reveal what is near, and centres what is far', () => {
    const inside = { x: 90, y: 40, width: 20, height: 10 };
    expect(reveal(camera, viewport, inside)).toBe(camera);
    const atBorder = { x: 295, y: 40, width: 20, height: 10 };
    const moved = reveal(camera, viewport, atBorder);
    expect(moved.y).toBe(camera.y);
    const seen = visibleRect(moved, viewport);
    expect(seen.x + seen.width).toBeCloseTo(315 + 64 / camera.zoom, 9);
    const far = { x: 900, y: -400, width: 20, height: 10 };
    expect(reveal(camera, viewport, far)).toEqual({ x: 910, y: -395, zoom: camera.zoom });
  });

  it('reveals nothing where the top is covered', () => {
    const covered = 200;
    const under = { x: 90, y: -60, width: 20, height: 10 };
    const moved = reveal(camera, viewport, under, covered);
    expect(toScreen(moved, viewport, { x: 0, y: under.y }).y).toBeCloseTo(covered + 64, 9);
    const far = { x: 90, y: 4000, width: 20, height: 10 };
    const middle = toScreen(reveal(camera, viewport, far, covered), viewport, { x: 0, y: 4005 });
    expect(middle.y).toBeCloseTo((covered + viewport.height) / 2, 9);
  });

  it('flies from one camera to another, arriving exactly', () => {
    const to = { x: -3000, y: 900, zoom: 0.2 };
    expect(between(camera, to, 0)).toEqual(camera);
    const end = between(camera, to, 1);
    expect(end.zoom).toBeCloseTo(to.zoom, 12);
    expect(end.x).toBeCloseTo(to.x, 6);
    expect(between(camera, { ...to, zoom: 2 }, 0.5).x).toBeCloseTo(-1450, 6);
  });
});
