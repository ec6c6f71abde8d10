// Where a hover card stands: beside the pointer, inside the stage, and not over what should stay in sight.
import type { Point, Rect, Size } from './camera.js';

const kOffset = 14;
/** Between a card and the edge of the stage. */
const kBorder = 8;

export interface CardPlace {
  left: number;
  top: number;
  /** Set where the card is higher than the room there is. */
  maxHeight?: number;
}

/** The pointer is never under the card. `kept` is left free when any of the places beside the pointer does so. */
export function placeCard(card: Size, at: Point, stage: Size, kept?: Rect): CardPlace {
  const right = at.x + kOffset;
  const left = at.x - kOffset - card.width;
  const below = at.y + kOffset;
  const above = at.y - kOffset - card.height;
  const lowest = stage.height - kBorder - card.height;
  const beside = (x: number, y: number): CardPlace => ({
    left: x,
    top: Math.max(kBorder, Math.min(lowest, y)),
  });
  const sides = [right, left].filter((x) => x >= kBorder && x + card.width <= stage.width - kBorder);
  const heights = below <= lowest ? [below, above] : [above, below];
  const places = sides.flatMap((x) => heights.map((y) => beside(x, y)));
  const free = places.find((place) => !kept || !overlap({ x: place.left, y: place.top, ...card }, kept));
  return free ?? places[0] ?? aboveOrBelow(card, at, stage);
}

/** Too wide to stand beside the pointer: where there is more room, and no higher than that. */
function aboveOrBelow({ width, height }: Size, { x, y }: Point, stage: Size): CardPlace {
  const roomAbove = y - kOffset - kBorder;
  const roomBelow = stage.height - kBorder - y - kOffset;
  const below = height <= roomBelow || roomBelow >= roomAbove;
  const maxHeight = Math.min(height, below ? roomBelow : roomAbove);
  const left = Math.max(kBorder, Math.min(x + kOffset, stage.width - kBorder - width));
  return { left, top: below ? y + kOffset : y - kOffset - maxHeight, maxHeight };
}

function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
