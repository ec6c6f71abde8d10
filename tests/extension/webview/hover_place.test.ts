import { describe, expect, it } from 'vitest';
import { placeCard } from '../../../extension/src/webview/hover_place.js';

const stage = { width: 800, height: 400 };
const card = { width: 200, height: 100 };
const map = { x: 700, y: 250, width: 88, height: 138 };

describe('a hover card', () => {
  it('stands right of the pointer and below it', () => {
    expect(placeCard(card, { x: 100, y: 100 }, stage, map)).toEqual({ left: 114, top: 114 });
  });

  it('changes sides at the edges of the stage', () => {
    expect(placeCard(card, { x: 780, y: 100 }, stage)).toEqual({ left: 566, top: 114 });
    expect(placeCard(card, { x: 100, y: 390 }, stage)).toEqual({ left: 114, top: 276 });
  });

  it('leaves the map free', () => {
    expect(placeCard(card, { x: 550, y: 260 }, stage, map)).toEqual({ left: 564, top: 146 });
    const low = { width: 800, height: 220 };
    const lowMap = { ...map, y: 40 };
    expect(placeCard(card, { x: 550, y: 100 }, low, lowMap)).toEqual({ left: 336, top: 8 });
  });

  it('covers the map rather than the pointer', () => {
    const all = { x: 0, y: 0, width: 800, height: 400 };
    expect(placeCard(card, { x: 100, y: 100 }, stage, all)).toEqual({ left: 114, top: 114 });
  });

  it('is cut to the room there is when it is too wide to stand beside', () => {
    const wide = { width: 700, height: 500 };
    expect(placeCard(wide, { x: 400, y: 100 }, stage)).toEqual({ left: 92, top: 114, maxHeight: 278 });
  });
});
