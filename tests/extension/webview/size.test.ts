import { describe, expect, it } from 'vitest';
import type { SizePart, SizeResult } from '../../../extension/src/generated/protocol.js';
import { type Part, partsOf, pathTo } from '../../../extension/src/webview/size/size_parts.js';
import { squarify } from '../../../extension/src/webview/size/treemap.js';

const tensor = (name: string, bytes: number): SizePart => ({
  kind: 'tensor',
  name,
  bytes,
  tensors: 1,
  graph: 0,
  tensor: 7,
});
const scope = (name: string, parts: SizePart[]): SizePart => ({
  kind: 'scope',
  name,
  bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
  tensors: parts.length,
  parts,
});

const kModel: SizeResult = {
  generation: 1,
  bytes: 1000,
  files: [
    {
      name: 'm.onnx',
      bytes: 1000,
      other: 300,
      text: false,
      weights: scope('', [
        scope('/a', [scope('/b', [tensor('/w', 500), tensor('/v', 100)])]),
        tensor('/c', 100),
      ]),
    },
  ],
};

function expectExact(part: Part): void {
  if (part.parts.length === 0) return;
  expect(part.parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(part.bytes);
  part.parts.forEach(expectExact);
}

describe('the way to a part', () => {
  const root = partsOf(kModel);

  it('is found again by names', () => {
    expect(pathTo(root, ['a/b']).map(({ name }) => name)).toEqual(['m.onnx', 'a/b']);
  });

  it('ends where the names end to exist, and at what has no parts', () => {
    expect(pathTo(root, ['gone', 'a/b'])).toEqual([root]);
    expect(pathTo(root, ['c'])).toEqual([root]);
  });
});

describe('parts', () => {
  it('add up to the file exactly, what is not weights among them', () => {
    const file = partsOf(kModel);
    expectExact(file);
    expect(file.parts.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['a/b', 600],
      ['Not weights', 300],
      ['c', 100],
    ]);
    expect(file.parts[2].target).toEqual({ graph: 0, tensor: 7 });
  });

  it('are the files where there are several, each with its own total', () => {
    const data = { ...kModel.files[0], name: 'm.data', bytes: 5000, other: 4300 };
    const all = partsOf({ ...kModel, bytes: 6000, files: [...kModel.files, data] });
    expectExact(all);
    expect(all.parts.map(({ kind, name }) => [kind, name])).toEqual([
      ['file', 'm.data'],
      ['file', 'm.onnx'],
    ]);
  });
});

describe('the treemap', () => {
  it('fills the room with areas as the amounts, near to squares', () => {
    const room = { x: 10, y: 20, width: 600, height: 400 };
    const amounts = [6, 6, 4, 3, 2, 2, 1];
    const rects = squarify(amounts, room);
    rects.forEach(({ x, y, width, height }, i) => {
      expect(width * height).toBeCloseTo((amounts[i] / 24) * 600 * 400, 6);
      expect(x).toBeGreaterThanOrEqual(10 - 1e-6);
      expect(y).toBeGreaterThanOrEqual(20 - 1e-6);
      expect(x + width).toBeLessThanOrEqual(610 + 1e-6);
      expect(y + height).toBeLessThanOrEqual(420 + 1e-6);
      expect(Math.max(width / height, height / width)).toBeLessThan(3);
    });
  });

  it('does not stumble over nothing', () => {
    expect(squarify([], { x: 0, y: 0, width: 10, height: 10 })).toEqual([]);
    for (const { width, height } of squarify([0, 0], { x: 0, y: 0, width: 10, height: 10 }))
      expect(width * height).toBe(0);
    expect(squarify([1, 0], { x: 0, y: 0, width: 0, height: 0 })).toHaveLength(2);
  });
});
