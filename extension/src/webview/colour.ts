// Colours as numbers, so that tints can be mixed from the theme's own colours.

export interface Colour {
  r: number;
  g: number;
  b: number;
  a: number;
}

/** Reads the forms that a theme variable takes: #rgb, #rgba, #rrggbb, #rrggbbaa, rgb() and rgba(). */
export function parseColour(text: string): Colour | undefined {
  const value = text.trim().toLowerCase();
  const hex = /^#([0-9a-f]{3,8})$/.exec(value)?.[1];
  if (hex) {
    const long = hex.length <= 4 ? [...hex].map((c) => c + c).join('') : hex;
    if (long.length !== 6 && long.length !== 8) return undefined;
    const byte = (i: number) => parseInt(long.slice(2 * i, 2 * i + 2), 16);
    return { r: byte(0), g: byte(1), b: byte(2), a: long.length === 8 ? byte(3) / 255 : 1 };
  }
  const call = /^rgba?\(([^)]*)\)$/.exec(value)?.[1];
  const parts = call?.split(/[\s,/]+/).filter((part) => part !== '');
  if (!parts || parts.length < 3) return undefined;
  const [r, g, b] = parts.slice(0, 3).map(Number);
  const alpha = parts[3]?.endsWith('%') ? parseFloat(parts[3]) / 100 : Number(parts[3] ?? 1);
  return [r, g, b, alpha].every(Number.isFinite) ? { r, g, b, a: alpha } : undefined;
}

/** `share` of b in a, 0..1. */
export function mix(a: Colour, b: Colour, share: number): Colour {
  const part = (x: number, y: number) => x + (y - x) * share;
  return { r: part(a.r, b.r), g: part(a.g, b.g), b: part(a.b, b.b), a: part(a.a, b.a) };
}

/** A possibly translucent colour as it looks on an opaque ground. */
export function over(colour: Colour, ground: Colour): Colour {
  return { ...mix(ground, { ...colour, a: 1 }, colour.a), a: 1 };
}

export function withAlpha(colour: Colour, a: number): Colour {
  return { ...colour, a };
}

export function css({ r, g, b, a }: Colour): string {
  const whole = (x: number) => Math.round(Math.min(255, Math.max(0, x)));
  return a >= 1
    ? `rgb(${whole(r)},${whole(g)},${whole(b)})`
    : `rgba(${whole(r)},${whole(g)},${whole(b)},${+a.toFixed(3)})`;
}

/** Relative luminance after WCAG 2.1, 0..1. */
export function luminance({ r, g, b }: Colour): number {
  const linear = (x: number) => {
    const s = x / 255;
    return s <= 0.04045 ? s / 12.92 : Math.pow((s + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** The colour, with as much of `ink` as it takes to stand out from the ground. */
export function legible(colour: Colour, ground: Colour, ink: Colour, least: number): Colour {
  for (let share = 0; share < 1; share += 0.1) {
    const mixed = mix(colour, ink, share);
    if (contrast(mixed, ground) >= least) return mixed;
  }
  return ink;
}

/** Contrast ratio after WCAG 2.1, 1..21. */
export function contrast(a: Colour, b: Colour): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}
