import { describe, expect, it } from 'vitest';
import { type Colour, contrast, css, mix, over, parseColour } from '../../../extension/src/webview/colour.js';
import { composeTheme } from '../../../extension/src/webview/theme.js';

const colour = (text: string): Colour => {
  const parsed = parseColour(text);
  if (!parsed) throw new Error(text);
  return parsed;
};

describe('colours', () => {
  it('reads every form that a theme variable takes', () => {
    expect(parseColour(' #1f2E3d ')).toEqual({ r: 31, g: 46, b: 61, a: 1 });
    expect(parseColour('#fff')).toEqual({ r: 255, g: 255, b: 255, a: 1 });
    expect(parseColour('#ff000080')?.a).toBeCloseTo(0.502, 3);
    expect(parseColour('rgba(1, 2, 3, 0.5)')).toEqual({ r: 1, g: 2, b: 3, a: 0.5 });
    expect(parseColour('rgb(1 2 3 / 25%)')).toEqual({ r: 1, g: 2, b: 3, a: 0.25 });
    for (const text of ['', 'red', '#12345', 'rgb(1,2)', 'rgb(a,b,c)'])
      expect(parseColour(text)).toBeUndefined();
  });

  it('mixes, and lays translucent over opaque', () => {
    expect(css(mix(colour('#000000'), colour('#ffffff'), 0.5))).toBe('rgb(128,128,128)');
    expect(css(over(colour('#ffffff80'), colour('#000000')))).toBe('rgb(128,128,128)');
    expect(contrast(colour('#000'), colour('#fff'))).toBeCloseTo(21, 5);
  });
});

describe('theme', () => {
  const themes = {
    dark: {
      background: '#1f1f1f',
      foreground: '#cccccc',
      hues: ['#59a4f9', '#f14c4c', '#b180d7', '#cca700', '#89d185'],
    },
    light: {
      background: '#ffffff',
      foreground: '#3b3b3b',
      hues: ['#0063d3', '#e51400', '#652d90', '#bf8803', '#388a34'],
    },
  };
  for (const [name, { background, foreground, hues }] of Object.entries(themes)) {
    it(`keeps names readable on every header (${name})`, () => {
      for (const hue of hues) {
        const theme = composeTheme(() => colour(hue), colour(background), colour(foreground), {
          highContrast: false,
          reducedMotion: false,
          font: 'sans-serif',
        });
        for (const { header } of theme.categories) {
          expect(contrast(colour(header), colour(theme.text))).toBeGreaterThanOrEqual(4.5);
        }
        for (const { header } of theme.heat)
          expect(contrast(colour(header), colour(theme.text))).toBeGreaterThanOrEqual(4.5);
        const steps = theme.heat.map(({ block }) => contrast(colour(block), colour(background)));
        expect(steps.slice(1)).toEqual([...steps.slice(1)].sort((a, b) => a - b));
        expect(contrast(colour(theme.card), colour(theme.mutedText))).toBeGreaterThanOrEqual(4.5);
      }
    });
  }

  it('fills nothing in high contrast', () => {
    const theme = composeTheme(() => colour('#6fc3df'), colour('#000'), colour('#fff'), {
      highContrast: true,
      reducedMotion: false,
      font: 'sans-serif',
    });
    expect(theme.card).toBe(theme.background);
    expect(theme.mutedText).toBe(theme.text);
    expect(theme.cardBorder).toBe('rgb(111,195,223)');
  });

  it('draws no border in high contrast that is hardly seen', () => {
    for (const [hue, ground, ink] of [
      ['#000080', '#000', '#fff'],
      ['#ffff80', '#fff', '#292929'],
    ]) {
      const theme = composeTheme(() => colour(hue), colour(ground), colour(ink), {
        highContrast: true,
        reducedMotion: false,
        font: 'sans-serif',
      });
      for (const { line } of theme.categories)
        expect(contrast(colour(line), colour(ground))).toBeGreaterThanOrEqual(3);
    }
  });
});
