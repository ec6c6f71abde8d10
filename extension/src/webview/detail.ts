// Level of detail: what can be told apart at a zoom is what is drawn.

export type Detail = 'block' | 'name' | 'full';

const kNameZoom = 0.26;
const kFullZoom = 0.62;

export function detailAt(zoom: number): Detail {
  if (zoom < kNameZoom) return 'block';
  return zoom < kFullZoom ? 'name' : 'full';
}

/** Sizes that core/view measures cards with, in CSS pixels at 100 %. */
export const kTitleSize = 13;
export const kLineSize = 11;
export const kPillSize = 11;
export const kCardPadding = 12;
export const kTitleHeight = 26;
export const kLineHeight = 16;
