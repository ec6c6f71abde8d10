import { describe, expect, it } from 'vitest';
import { decode } from '../../../extension/src/webview/decode.js';
import {
  endOf,
  itemsOf,
  marksOf,
  rectOf,
  targetOf,
  targetOfFinding,
} from '../../../extension/src/webview/elements.js';
import { kNone, Scene } from '../../../extension/src/webview/scene.js';
import { viewBytes } from './synthetic_view.js';

const card = { x: 0, y: 0, width: 10, height: 10, title: '' };
const scene = new Scene(
  decode(
    viewBytes({
      graph: 2,
      items: [
        { ...card, id: 70, kind: 1 },
        { ...card, id: 5, y: 50 },
        { ...card, id: 6, y: 90 },
      ],
      edges: [
        { source: 0, target: 1, tensor: 70, points: [5, 10, 5, 50] },
        { source: 1, target: 2, tensor: 71, points: [5, 60, 5, 90] },
      ],
    }),
  ),
  'down',
);

describe('elements', () => {
  it('are what was picked: nodes by node, inputs and edges by tensor', () => {
    expect(targetOf(scene, { item: 1 })).toEqual({ graph: 2, node: 5 });
    expect(targetOf(scene, { item: 0 })).toEqual({ graph: 2, tensor: 70 });
    expect(targetOf(scene, { edge: 1 })).toEqual({ graph: 2, tensor: 71 });
    expect(targetOf(scene, undefined)).toBeUndefined();
  });

  it('are marked on their card, and on their edges', () => {
    expect(marksOf(scene, { graph: 2, node: 6 })).toEqual({ item: 2, tensor: kNone });
    expect(marksOf(scene, { graph: 2, tensor: 70 })).toEqual({ item: 0, tensor: 70 });
    expect(marksOf(scene, { graph: 2, tensor: 71 })).toEqual({ item: kNone, tensor: 71 });
    expect(marksOf(scene, { graph: 3, node: 6 })).toEqual({ item: kNone, tensor: kNone });
    expect(marksOf(scene, undefined)).toEqual({ item: kNone, tensor: kNone });
  });

  it('are found where they are drawn: a tensor at its producer', () => {
    expect(itemsOf(scene, { graph: 2, tensor: 71 })).toEqual([1]);
    expect(itemsOf(scene, { graph: 2, tensor: 999 })).toEqual([]);
    expect(itemsOf(scene, { graph: 0, node: 5 })).toEqual([]);
    expect(rectOf(scene, { graph: 2, node: 5 })).toEqual({ x: 0, y: 50, width: 10, height: 10 });
    expect(rectOf(scene, { graph: 2, node: 404 })).toBeUndefined();
  });

  it('lead from a selected tensor to the card at either end', () => {
    expect(endOf(scene, 71, 'forward')).toBe(2);
    expect(endOf(scene, 71, 'backward')).toBe(1);
    expect(endOf(scene, 999, 'forward')).toBe(kNone);
  });

  it('are named by findings as far as these go', () => {
    const finding = { rule: 'Q01', ruleName: 'quant-island', severity: 'warning' as const, message: '' };
    expect(targetOfFinding(finding)).toBeUndefined();
    expect(targetOfFinding({ ...finding, graph: 1 })).toEqual({ graph: 1 });
    expect(targetOfFinding({ ...finding, graph: 1, node: 2, tensor: 3 })).toEqual({ graph: 1, node: 2 });
    expect(targetOfFinding({ ...finding, graph: 1, tensor: 3 })).toEqual({ graph: 1, tensor: 3 });
  });
});
