import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decode, gunzip } from '../../../extension/src/webview/decode.js';
import { grouped } from '../../../extension/src/webview/grouped.js';
import { Grid } from '../../../extension/src/webview/grid.js';
import { hitEdge, hitItem } from '../../../extension/src/webview/hit.js';
import { kNone, Scene } from '../../../extension/src/webview/scene.js';
import { predecessors, start, step, successors } from '../../../extension/src/webview/travel.js';
import { viewBytes } from './synthetic_view.js';

// 0 ─ 1 ─┬─ 2 ─┬─ 4    and a stub from 0 to 4
//        └─ 3 ─┘
const card = (id: number, x: number, y: number) => ({ id, x, y, width: 100, height: 40, title: `n${id}` });
const bytes = viewBytes({
  generation: 7,
  graph: 3,
  width: 420,
  height: 440,
  items: [
    { ...card(0, 150, 0), kind: 1, id: 11 },
    { ...card(1, 150, 100), line1: 'kernel 3×3', category: 1 },
    { ...card(2, 50, 200), category: 2 },
    { ...card(3, 250, 200), flags: 1, severity: 2 },
    card(4, 150, 300),
  ],
  edges: [
    { source: 0, target: 1, tensor: 11, points: [200, 40, 200, 100], dtype: 3, label: '1×3' },
    { source: 1, target: 2, tensor: 12, points: [200, 140, 100, 200], dtype: 3, label: '1×8' },
    { source: 1, target: 3, tensor: 12, points: [200, 140, 300, 200], dtype: 3, label: '1×8' },
    { source: 2, target: 4, tensor: 13, points: [100, 240, 200, 300], dtype: 1 },
    { source: 3, target: 4, tensor: 14, points: [300, 240, 200, 300], dtype: 1 },
    { source: 0, target: 4, tensor: 11, points: [240, 40, 240, 60, 240, 280, 240, 300], dtype: 3, flags: 1 },
  ],
  folded: [{ node: 99, into: 2 }],
});
const scene = new Scene(decode(bytes), 'down');

describe('decode', () => {
  it('reads every column', () => {
    expect(scene.graph).toBe(3);
    expect(scene.generation).toBe(7);
    expect(scene.bounds).toEqual({ x: 0, y: 0, width: 420, height: 440 });
    expect([...scene.items.x]).toEqual([150, 150, 50, 250, 150]);
    expect(scene.text(scene.items.line1[1])).toBe('kernel 3×3');
    expect(scene.text(0)).toBe('');
    expect([...scene.edges.tensor]).toEqual([11, 12, 12, 13, 14, 11]);
  });

  it('reads what the backend packed', () => {
    const unpacked = gunzip(new Uint8Array(gzipSync(bytes)));
    expect(unpacked).toEqual(bytes);
  });

  it('refuses bytes of another kind', () => {
    expect(() => decode(new Uint8Array(64))).toThrow(/another kind/);
    expect(() => decode(new Uint8Array(3))).toThrow(/another kind/);
  });

  it('draws an empty graph', () => {
    const empty = new Scene(decode(viewBytes({ items: [], edges: [] })), 'down');
    expect(empty.items.count).toBe(0);
    expect(start(empty)).toBe(kNone);
    expect(hitItem(empty, { x: 0, y: 0 }, 5)).toBe(kNone);
  });
});

describe('scene', () => {
  it('finds cards by node, folded nodes at the card that shows them, pills by tensor', () => {
    expect(scene.findNode(1)).toBe(1);
    expect(scene.findNode(99)).toBe(2);
    expect(scene.findNode(12345)).toBe(kNone);
    expect(scene.findIo(11)).toBe(0);
    expect(scene.edgesOfTensor(12)).toEqual([1, 2]);
    expect(scene.edgesOfTensor(999)).toEqual([]);
  });

  it('gives a card the class of what it gives on, else of what it takes', () => {
    expect([...scene.itemDtype]).toEqual([3, 3, 1, 1, 1]);
  });

  it('labels a tensor once, and leaves room for the next', () => {
    expect([0, 1, 2, 3, 4, 5].map((edge) => scene.labelRoom(edge))).toEqual([Infinity, Infinity, 0, 0, 0, 0]);
  });

  it('does not find a stub between its ends', () => {
    const found = (y: number) => {
      const edges: number[] = [];
      scene.visitEdges({ x: 238, y, width: 4, height: 2 }, (edge) => edges.push(edge));
      return edges;
    };
    expect(found(50)).toContain(5);
    expect(found(150)).not.toContain(5);
  });
});

describe('hit', () => {
  it('meets cards, and the nearest within reach', () => {
    expect(hitItem(scene, { x: 160, y: 110 }, 3)).toBe(1);
    expect(hitItem(scene, { x: 148, y: 110 }, 3)).toBe(1);
    expect(hitItem(scene, { x: 140, y: 110 }, 3)).toBe(kNone);
  });

  it('meets edges along their curve', () => {
    expect(hitEdge(scene, { x: 203, y: 70 }, 6)).toBe(0);
    expect(hitEdge(scene, { x: 150, y: 170 }, 3)).toBe(1);
    // The S-curve leaves downwards: the straight line between its ends is not where it is drawn.
    expect(hitEdge(scene, { x: 175, y: 155 }, 3)).toBe(kNone);
    expect(hitEdge(scene, { x: 241, y: 215 }, 6)).toBe(kNone);
    expect(hitEdge(scene, { x: 241, y: 50 }, 6)).toBe(5);
  });
});

describe('travel', () => {
  it('knows neighbours without repetition', () => {
    expect(successors(scene, 1)).toEqual([2, 3]);
    expect(predecessors(scene, 4)).toEqual([2, 3, 0]);
  });

  it('goes straight on, and back where it came from', () => {
    expect(start(scene)).toBe(0);
    expect(step(scene, 0, 'forward')).toBe(1);
    expect(step(scene, 4, 'backward')).toBe(0);
    expect(step(scene, 4, 'backward', 3)).toBe(3);
    expect(step(scene, 4, 'forward')).toBe(kNone);
  });

  it('changes between siblings', () => {
    expect(step(scene, 2, 'after')).toBe(3);
    expect(step(scene, 3, 'before')).toBe(2);
    expect(step(scene, 2, 'before')).toBe(kNone);
  });
});

describe('grouped', () => {
  it('keeps the order within a group, and the groups by key', () => {
    expect(grouped([5, 2, 8, 3], (n) => n % 3)).toEqual([
      [0, [3]],
      [2, [5, 2, 8]],
    ]);
    expect(grouped([], () => 0)).toEqual([]);
  });
});

describe('grid', () => {
  it('finds exactly the boxes that meet a rectangle', () => {
    let seed = 1;
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
    const count = 500;
    const boxes = new Float64Array(4 * count);
    for (let i = 0; i < count; i++) {
      const [x, y] = [random(9000), random(7000)];
      boxes.set([x, y, x + random(900), y + random(90)], 4 * i);
    }
    const grid = new Grid(
      boxes,
      Uint32Array.from({ length: count }, (_, i) => i),
      count,
      10_000,
      7_100,
    );
    for (let trial = 0; trial < 50; trial++) {
      const rect = {
        x: random(9000) - 500,
        y: random(7000) - 500,
        width: random(2000),
        height: random(2000),
      };
      const expected: number[] = [];
      for (let i = 0; i < count; i++) {
        const [left, top, right, bottom] = boxes.subarray(4 * i, 4 * i + 4);
        const meets =
          left <= rect.x + rect.width && right >= rect.x && top <= rect.y + rect.height && bottom >= rect.y;
        if (meets) expected.push(i);
      }
      const found: number[] = [];
      grid.query(rect, (owner) => found.push(owner));
      expect(found.sort((a, b) => a - b)).toEqual(expected);
    }
  });
});
