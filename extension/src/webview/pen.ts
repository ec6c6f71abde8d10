// What every drawing function is given: where to draw, in which colours, at which zoom.
import type { TextFit } from './text_fit.js';
import type { Theme } from './theme.js';

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export interface Pen {
  context: Context;
  theme: Theme;
  fit: TextFit;
  zoom: number;
  font: (size: number, weight?: number) => string;
}

export function makePen(context: Context, theme: Theme, fit: TextFit, zoom: number): Pen {
  return {
    context,
    theme,
    fit,
    zoom,
    font: (size, weight = 400) => `${weight} ${size}px ${theme.font}`,
  };
}
