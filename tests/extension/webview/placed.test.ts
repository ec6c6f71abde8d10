import { describe, expect, it } from 'vitest';
import { kNoVerdict, placedOf } from '../../../extension/src/webview/placed.js';
import { ItemKind } from '../../../extension/src/webview/scene.js';

const { Node, Input } = ItemKind;
const result = { generation: 1, id: 'npu', title: 'NPU', source: 'manual', asOf: '2026-01-31' };

describe('what a target makes of the cards', () => {
  it('is a verdict and a partition for each, and none for inputs and what is computed on loading', () => {
    const placed = placedOf(
      {
        ...result,
        values: [null, 'supported', 'unsupported', 'supported', 'conditional', null],
        partitions: [null, 0, null, 2, 2, null],
      },
      Uint8Array.of(Input, Node, Node, Node, Node, Node),
    );
    expect([...placed.levels]).toEqual([kNoVerdict, 0, 2, 0, 1, kNoVerdict]);
    expect([...placed.partition]).toEqual([-1, 0, -1, 2, 2, -1]);
    expect(placed.counts).toEqual({ supported: 2, conditional: 1, unsupported: 1, unknown: 0 });
    expect([...placed.first]).toEqual([
      [1, 0],
      [3, 2],
    ]);
    expect(placed.partitions).toBe(2);
  });

  it('is nothing when the target does not take the model', () => {
    const placed = placedOf({ ...result, refusal: 'does not take ONNX models' }, Uint8Array.of(Node));
    expect([...placed.levels]).toEqual([kNoVerdict]);
    expect(placed.partitions).toBe(0);
  });
});
