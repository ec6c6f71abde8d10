// What is drawn, read from the pixels of a screenshot.
import { PNG } from 'pngjs';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Thinner things than this are edges and text. */
const kThinnest = 7;

export class Picture {
  private readonly png: PNG;
  private readonly background: number;

  constructor(bytes: Buffer) {
    this.png = PNG.sync.read(bytes);
    this.background = this.mostCommonColour();
  }

  get width(): number {
    return this.png.width;
  }

  get height(): number {
    return this.png.height;
  }

  /** 0xRRGGBB of the background: the colour that most pixels have. */
  get backgroundColour(): number {
    return this.background;
  }

  colour(x: number, y: number): number {
    const { data, width } = this.png;
    return data.readUIntBE((y * width + x) * 4, 3);
  }

  /** How much of the picture is not background, from 0 to 1. */
  inkShare(): number {
    let ink = 0;
    for (let y = 0; y < this.height; y++) for (let x = 0; x < this.width; x++) if (this.isInk(x, y)) ink++;
    return ink / (this.width * this.height);
  }

  /** Share of pixels that differ from another picture of the same size. */
  difference(other: Picture): number {
    if (other.width !== this.width || other.height !== this.height) return 1;
    let different = 0;
    for (let y = 0; y < this.height; y++)
      for (let x = 0; x < this.width; x++) if (this.colour(x, y) !== other.colour(x, y)) different++;
    return different / (this.width * this.height);
  }

  /** Share of the box whose colour is nearly this one. */
  shareOf(colour: number, box: Box = { left: 0, top: 0, width: this.width, height: this.height }): number {
    let found = 0;
    for (let y = box.top; y < box.top + box.height; y++)
      for (let x = box.left; x < box.left + box.width; x++) if (near(this.colour(x, y), colour)) found++;
    return found / (box.width * box.height);
  }

  /**
   * The solid things on the background, from top to bottom: cards and pills, without the edges that join them. A pixel belongs to
   * one when a whole square around it is ink; squares that touch make one thing.
   */
  cards(): Box[] {
    const solid = this.solidPixels();
    const cards: Box[] = [];
    for (let start = 0; start < solid.length; start++)
      if (solid[start] === 1) cards.push(grow(takeConnected(solid, start, this.width), (kThinnest - 1) / 2));
    return cards
      .filter((card) => card.width > 2 * kThinnest && card.height > kThinnest)
      .sort((a, b) => a.top - b.top);
  }

  private isInk(x: number, y: number): boolean {
    return this.colour(x, y) !== this.background;
  }

  private mostCommonColour(): number {
    const counts = new Map<number, number>();
    for (let y = 0; y < this.height; y += 3)
      for (let x = 0; x < this.width; x += 3) {
        const colour = this.colour(x, y);
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
    const [most] = [...counts].sort((a, b) => b[1] - a[1]);
    return most?.[0] ?? 0;
  }

  /** 1 where the square of kThinnest pixels around is all ink: the ink eroded along rows, then along columns. */
  private solidPixels(): Uint8Array {
    const { width, height } = this;
    const ink = new Uint8Array(width * height);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) ink[y * width + x] = this.isInk(x, y) ? 1 : 0;
    return erode(erode(ink, height, width, width, 1), width, height, 1, width);
  }
}

/** Keeps a pixel when it stands in the middle of at least kThinnest set ones along its line. */
function erode(
  pixels: Uint8Array,
  lines: number,
  length: number,
  lineStep: number,
  step: number,
): Uint8Array {
  const kept = new Uint8Array(pixels.length);
  const half = (kThinnest - 1) / 2;
  for (let line = 0; line < lines; line++) {
    let run = 0;
    for (let i = 0; i < length; i++) {
      run = pixels[line * lineStep + i * step] === 1 ? run + 1 : 0;
      if (run >= kThinnest) kept[line * lineStep + (i - half) * step] = 1;
    }
  }
  return kept;
}

/** Clears the connected pixels from start on and gives the box around them. */
function takeConnected(pixels: Uint8Array, start: number, width: number): Box {
  let [left, right, top, bottom] = [
    start % width,
    start % width,
    Math.floor(start / width),
    Math.floor(start / width),
  ];
  const open = [start];
  pixels[start] = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right, top, bottom] = [
      Math.min(left, x),
      Math.max(right, x),
      Math.min(top, y),
      Math.max(bottom, y),
    ];
    for (const next of [at - width, at + width, x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1])
      if (pixels[next] === 1) {
        pixels[next] = 0;
        open.push(next);
      }
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function grow(box: Box, by: number): Box {
  return { left: box.left - by, top: box.top - by, width: box.width + 2 * by, height: box.height + 2 * by };
}

function near(a: number, b: number): boolean {
  const apart = (shift: number) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255));
  return apart(16) + apart(8) + apart(0) <= 12;
}
