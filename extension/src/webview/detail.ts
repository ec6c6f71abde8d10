// Level of detail: what can be told apart at a zoom is what is drawn.

export type Detail = 'block' | 'name' | 'full';

const kNameZoom = 0.3;
const kFullZoom = 0.62;

/** From here on the slim cards of Quantize and Dequantize are high enough for their names. */
export const kPillNameZoom = 0.42;

export function detailAt(zoom: number): Detail {
  if (zoom < kNameZoom) return 'block';
  return zoom < kFullZoom ? 'name' : 'full';
}

/** Size of the names that stand alone, in graph units: one size at a zoom, whatever the card. */
export function nameSize(zoom: number): number {
  return Math.min(11, Math.max(6.5, 20 * zoom)) / zoom;
}

/** Sizes that core/view measures cards with, in CSS pixels at 100 %. */
export const kTitleSize = 13;
export const kLineSize = 11;
export const kPillSize = 11;
export const kCardPadding = 12;
export const kTitleHeight = 26;
export const kLineHeight = 16;
