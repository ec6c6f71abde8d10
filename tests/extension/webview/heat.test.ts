import { describe, expect, it } from 'vitest';
import { heatOf, kSteps, kUnknownLevel, kZeroLevel } from '../../../extension/src/webview/heat.js';
import { ItemKind } from '../../../extension/src/webview/scene.js';

const { Node, Input, Output } = ItemKind;

describe('heat', () => {
  it('gives the dearest card the last step and the cheapest the first, on a scale of square roots', () => {
    const heat = heatOf('macs', [100, 25, 0.0001, 0], Uint8Array.of(Node, Node, Node, Node));
    expect([...heat.levels]).toEqual([
      kZeroLevel + kSteps,
      kZeroLevel + kSteps / 2,
      kZeroLevel + 1,
      kZeroLevel,
    ]);
    expect(heat.most).toBe(100);
  });

  it('tells unknown from nothing, and leaves inputs and outputs out', () => {
    const heat = heatOf('weightBytes', [null, null, 0, null], Uint8Array.of(Input, Node, Node, Output));
    expect([...heat.levels]).toEqual([kZeroLevel, kUnknownLevel, kZeroLevel, kZeroLevel]);
    expect(heat).toMatchObject({ most: 0, unknown: 1 });
  });

  it('takes an answer that is too short for unknown', () => {
    expect([...heatOf('macs', [], Uint8Array.of(Node)).levels]).toEqual([kUnknownLevel]);
  });
});
