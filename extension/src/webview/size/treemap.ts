// Rectangles whose areas are as amounts, as near to squares as may be: Bruls, Huizing and van Wijk, "Squarified Treemaps".
import type { Rect } from '../camera.js';

/** One rectangle for each amount, in their order, which must be from large to small. Amounts that are 0 get no area. */
export function squarify(amounts: readonly number[], room: Rect): Rect[] {
  const rects: Rect[] = [];
  let total = amounts.reduce((sum, amount) => sum + amount, 0);
  let free = room;
  let begin = 0;
  while (begin < amounts.length) {
    const scale = total > 0 ? (free.width * free.height) / total : 0;
    const end = rowEnd(amounts, begin, Math.min(free.width, free.height), scale);
    const row = amounts.slice(begin, end);
    const sum = row.reduce((all, amount) => all + amount, 0);
    free = place(row, sum, scale, free, rects);
    total -= sum;
    begin = end;
  }
  return rects;
}

/** As many as make the worst of the row's rectangles no longer and thinner than they were without. */
function rowEnd(amounts: readonly number[], begin: number, side: number, scale: number): number {
  let sum = amounts[begin];
  let end = begin + 1;
  const worst = (all: number, least: number) => {
    const area = all * scale;
    const [most, small] = [amounts[begin] * scale, least * scale];
    return Math.max((side * side * most) / (area * area), (area * area) / (side * side * small));
  };
  for (; end < amounts.length; end++) {
    const more = sum + amounts[end];
    if (worst(more, amounts[end]) > worst(sum, amounts[end - 1])) break;
    sum = more;
  }
  return end;
}

/** Puts a row along the shorter side; gives what is left of the room. */
function place(row: readonly number[], sum: number, scale: number, free: Rect, rects: Rect[]): Rect {
  const along = free.width >= free.height ? 'height' : 'width';
  const breadth = free[along] > 0 ? (sum * scale) / free[along] : 0;
  let at = along === 'height' ? free.y : free.x;
  for (const amount of row) {
    const length = sum > 0 ? (amount / sum) * free[along] : 0;
    if (along === 'height') rects.push({ x: free.x, y: at, width: breadth, height: length });
    else rects.push({ x: at, y: free.y, width: length, height: breadth });
    at += length;
  }
  return along === 'height'
    ? { ...free, x: free.x + breadth, width: Math.max(0, free.width - breadth) }
    : { ...free, y: free.y + breadth, height: Math.max(0, free.height - breadth) };
}
