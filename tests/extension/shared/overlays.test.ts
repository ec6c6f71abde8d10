import { describe, expect, it } from 'vitest';
import {
  isOverlay,
  overlaysOf,
  overlayTitle,
  targetIn,
  targetOverlay,
} from '../../../extension/src/shared/overlays.js';

describe('overlays', () => {
  it('are known by name', () => {
    expect(['macs', 'dtype', 'target:tflite-gpu', 'colour', undefined].map(isOverlay)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(overlayTitle('weightBytes')).toBe('Weight bytes');
  });

  it('are those of the targets that take the model, too', () => {
    const targets = [
      { id: 'tflite-gpu', title: 'GPU', nodeShare: 1, macShare: null, partitions: 1 },
      { id: 'ort-qnn', title: 'QNN', refusal: 'does not take TensorFlow Lite models, but ONNX' },
    ];
    const last = overlaysOf(targets).at(-1);
    expect(last).toEqual({ overlay: 'target:tflite-gpu', name: 'Target tflite-gpu', tells: 'GPU' });
    expect(targetIn(targetOverlay('npu'))).toBe('npu');
    expect(targetIn('macs')).toBeUndefined();
  });
});
