import { describe, expect, it } from 'vitest';
import { minimapScale } from '../../../extension/src/webview/minimap.js';
import { covers, placement } from '../../../extension/src/webview/painter.js';
import { wheelFactor } from '../../../extension/src/webview/pointer.js';
import { place } from '../../../extension/src/webview/states.js';
import { quantizationFacts, tensorFacts, typeText } from '../../../extension/src/webview/tensor_facts.js';
import { TextFit } from '../../../extension/src/webview/text_fit.js';
import {
  bytes,
  count,
  counted,
  integer,
  magnitude,
  range,
  real,
} from '../../../extension/src/webview/words.js';

describe('words', () => {
  it('writes numbers as people read them', () => {
    expect(count(1234567)).toBe('1,234,567');
    expect(counted(1, 'node')).toBe('1 node');
    expect(counted(2000, 'node')).toBe('2,000 nodes');
    expect(bytes(0)).toBe('0 B');
    expect(bytes(1023)).toBe('1,023 B');
    expect(bytes(3.4 * 1024 * 1024)).toBe('3.4 MiB');
    expect(bytes(2 * 1024 ** 3)).toBe('2 GiB');
    expect(magnitude(25_557_032)).toBe('25.6 M');
    expect(magnitude(12)).toBe('12');
  });

  it('keeps the digits of a real number that matter', () => {
    expect(real(0.0235)).toBe('0.0235');
    expect(real(-128)).toBe('−128');
    expect(real(1 / 3)).toBe('0.33333');
    expect(real(1.5e-9)).toBe('1.5e−9');
    expect(real(3e38, 4)).toBe('3e38');
    expect(real(0)).toBe('0');
    expect(real(Infinity)).toBe('∞');
    expect(real(NaN)).toBe('NaN');
    expect(integer(-5)).toBe('−5');
    expect(range(-1.28, 1.27)).toBe('[−1.28, 1.27]');
  });

  it('says where a file is damaged', () => {
    expect(place({ message: '', offset: 1234 })).toBe('At byte 1,234 (0x4D2).');
    expect(place({ message: '', line: 12 })).toBe('At line 12.');
    expect(place({ message: '' })).toBe('');
  });
});

describe('facts of a tensor', () => {
  it('come in the order people ask: type, shape, scale, zero point, range', () => {
    const facts = tensorFacts({
      graph: 0,
      tensor: 0,
      key: 'k',
      name: 'x',
      dtype: 'int8',
      shape: '1×3',
      kind: 'activation',
      consumers: [],
      findings: [],
      quantization: {
        scheme: 'per-tensor',
        storage: 'int8',
        count: 1,
        scale: 0.0235,
        zeroPoint: -128,
        low: 0,
        high: 5.99,
      },
    });
    expect(facts.map(([name]) => name)).toEqual([
      'Type',
      'Shape',
      'Scale',
      'Zero point',
      'Range',
      'Stored as',
    ]);
    expect(facts[3]).toEqual(['Zero point', '−128']);
    expect(facts[4]).toEqual(['Range', '[0, 5.99]']);
  });

  it('tell how many channels, and between what their scales lie', () => {
    const facts = quantizationFacts({
      scheme: 'per-axis',
      storage: 'int8',
      count: 32,
      axis: 0,
      scaleMin: 0.0012,
      scaleMax: 0.031,
      zeroPoint: 0,
    });
    expect(facts).toContainEqual(['Quantization', 'per-channel ×32, axis 0']);
    expect(facts).toContainEqual(['Scales', '0.0012 … 0.031']);
    expect(facts).toContainEqual(['Zero points', '0']);
  });
});

describe('texts', () => {
  const fit = new TextFit((text) => [...text].length * 10);

  it('are cut with an ellipsis to the room there is', () => {
    expect(fit.fit('Conv', 'f', 40)).toBe('Conv');
    expect(fit.fit('Convolution', 'f', 60)).toBe('Convo…');
    expect(fit.fit('Conv 2D', 'f', 60)).toBe('Conv…');
    expect(fit.fit('Conv', 'f', 15)).toBe('');
    expect(fit.fit('', 'f', 0)).toBe('');
  });

  it('are left whole when squeezing a little is enough', () => {
    expect(fit.fit('Convolutio', 'f', 90)).toBe('Convolutio');
    expect(fit.fit('Convolution', 'f', 90)).toBe('Convolut…');
  });
});

describe('pictures', () => {
  const frame = { camera: { x: 0, y: 0, zoom: 1 }, viewport: { width: 100, height: 100 }, ratio: 2 };
  const picture = { camera: { x: 10, y: 0, zoom: 1 }, size: { width: 140, height: 140 } };

  it('serve a frame while they cover it', () => {
    expect(covers(picture, frame)).toBe(true);
    expect(covers(picture, { ...frame, camera: { x: -11, y: 0, zoom: 1 } })).toBe(false);
    expect(covers(picture, frame, 12)).toBe(false);
    expect(covers(picture, { ...frame, camera: { x: 10, y: 0, zoom: 0.7 } })).toBe(false);
    expect(covers(picture, { ...frame, camera: { x: 10, y: 0, zoom: 2 } })).toBe(true);
  });

  it('are laid where the graph now is, in device pixels', () => {
    expect(placement(picture, frame)).toEqual({ x: -20, y: -40, width: 280, height: 280 });
    expect(placement(picture, { ...frame, camera: { x: 10, y: 0, zoom: 2 } })).toEqual({
      x: -180,
      y: -180,
      width: 560,
      height: 560,
    });
  });

  it('keep a chain of thousands from becoming a thread in the minimap', () => {
    const chain = minimapScale({ width: 200, height: 400_000 });
    expect(200 * chain.x).toBeGreaterThanOrEqual(40);
    expect(400_000 * chain.y).toBeCloseTo(260, 6);
    const square = minimapScale({ width: 5000, height: 5000 });
    expect(square.x).toBe(square.y);
  });

  it('zoom alike by a wheel notch and by many small pinch steps', () => {
    expect(wheelFactor(100)).toBe(wheelFactor(40));
    expect(wheelFactor(10) ** 4).toBeCloseTo(wheelFactor(40), 9);
    expect(wheelFactor(-5) * wheelFactor(5)).toBeCloseTo(1, 9);
  });
});

describe('the type of an operand', () => {
  it('joins what is known, and says when nothing is', () => {
    expect(typeText({ dtype: 'int8', shape: '1×4', quantization: 'scale 0.5' })).toBe(
      'int8 · 1×4 · scale 0.5',
    );
    expect(typeText({ dtype: 'int64', shape: '' })).toBe('int64 · scalar');
    expect(typeText({ dtype: '?', shape: '?' })).toBe('not stated in the file');
  });
});
