import { describe, expect, it } from 'vitest';
import { decode } from '../../../extension/src/webview/decode.js';
import { markCorner, markPoint } from '../../../extension/src/webview/mark_corner.js';
import { Scene } from '../../../extension/src/webview/scene.js';
import { viewBytes } from './synthetic_view.js';

const card = { x: 100, y: 100, width: 100, height: 40, title: 'a', severity: 2 };

/** A card, and lines that pass it at these x. */
function passedAt(...xs: number[]): Scene {
  const edges = xs.map((x, i) => ({ source: 0, target: 0, tensor: i, points: [x, 0, x, 300], dtype: 1 }));
  return new Scene(
    decode(
      viewBytes({ graph: 0, generation: 1, width: 400, height: 300, items: [{ id: 0, ...card }], edges }),
    ),
    'down',
  );
}

describe('the mark of a finding', () => {
  it('stands above on the right', () => {
    const scene = passedAt(150);
    expect(markCorner(scene, 0)).toEqual({ right: true, bottom: false });
    const { x, y } = markPoint(scene, 0, markCorner(scene, 0));
    expect(x).toBeGreaterThan(200);
    expect(y).toBeLessThan(100);
  });

  it('leaves a line that passes there', () => {
    expect(markCorner(passedAt(203), 0)).toEqual({ right: false, bottom: false });
  });

  it('stays where it belongs when every corner has a line', () => {
    expect(markCorner(passedAt(203, 97), 0)).toEqual({ right: true, bottom: false });
  });

  it('leaves a card that stands there', () => {
    const items = [
      { id: 0, ...card },
      { id: 1, ...card, x: 204 },
    ];
    const scene = new Scene(
      decode(viewBytes({ graph: 0, generation: 1, width: 400, height: 300, items, edges: [] })),
      'down',
    );
    expect(markCorner(scene, 0)).toEqual({ right: false, bottom: false });
  });
});
