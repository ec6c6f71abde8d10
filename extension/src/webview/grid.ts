// A uniform grid over rectangles: which of many boxes meet a given one. Built once, read only; an owner may have several boxes.
import type { Rect } from './camera.js';

/** Cells are coarse enough that a usual card lies in one or two, fine enough that a screen's worth is few cells. */
const kCell = 512;
const kMostCellsPerBox = 4;

export class Grid {
  private readonly cell: number;
  private readonly columns: number;
  private readonly rows: number;
  private readonly begin: Uint32Array;
  private readonly content: Uint32Array;
  private readonly seen: Uint32Array;
  private stamp = 0;

  /**
   * @param boxes left, top, right, bottom of each box in turn
   * @param owners whose box each is; owners are numbers below `ownerCount`
   */
  constructor(
    private readonly boxes: Float64Array,
    private readonly owners: Uint32Array,
    ownerCount: number,
    width: number,
    height: number,
  ) {
    const count = owners.length;
    let cell = kCell;
    const cells = () => (Math.ceil(width / cell) + 1) * (Math.ceil(height / cell) + 1);
    while (cells() > kMostCellsPerBox * count + 1024) cell *= 2;
    this.cell = cell;
    this.columns = Math.ceil(Math.max(1, width) / cell) + 1;
    this.rows = Math.ceil(Math.max(1, height) / cell) + 1;
    this.seen = new Uint32Array(ownerCount);
    this.begin = new Uint32Array(this.columns * this.rows + 1);
    const spans = this.spansOfBoxes(count);
    this.countCells(spans);
    this.content = new Uint32Array(this.begin[this.begin.length - 1]);
    this.fillCells(spans);
  }

  /** Calls back once for each owner with a box that meets the rectangle, in no particular order. */
  query(rect: Rect, visit: (owner: number) => void): void {
    const right = rect.x + rect.width;
    const bottom = rect.y + rect.height;
    const stamp = ++this.stamp;
    const { boxes, owners, seen } = this;
    const c0 = this.index(rect.x, this.columns);
    const c1 = this.index(right, this.columns);
    const r0 = this.index(rect.y, this.rows);
    const r1 = this.index(bottom, this.rows);
    for (let row = r0; row <= r1; row++) {
      const end = this.begin[row * this.columns + c1 + 1];
      for (let k = this.begin[row * this.columns + c0]; k < end; k++) {
        const i = this.content[k];
        const owner = owners[i];
        if (seen[owner] === stamp) continue;
        const b = 4 * i;
        if (boxes[b] > right || boxes[b + 2] < rect.x || boxes[b + 1] > bottom || boxes[b + 3] < rect.y)
          continue;
        seen[owner] = stamp;
        visit(owner);
      }
    }
  }

  /** First column, first row, last column, last row of each box. */
  private spansOfBoxes(count: number): Uint32Array {
    const { boxes, columns, rows } = this;
    const spans = new Uint32Array(4 * count);
    for (let b = 0; b < spans.length; b += 4) {
      spans[b] = this.index(boxes[b], columns);
      spans[b + 1] = this.index(boxes[b + 1], rows);
      spans[b + 2] = this.index(boxes[b + 2], columns);
      spans[b + 3] = this.index(boxes[b + 3], rows);
    }
    return spans;
  }

  private countCells(spans: Uint32Array): void {
    const { begin, columns } = this;
    for (let b = 0; b < spans.length; b += 4) {
      for (let row = spans[b + 1]; row <= spans[b + 3]; row++) {
        for (let cell = row * columns + spans[b]; cell <= row * columns + spans[b + 2]; cell++)
          begin[cell + 1]++;
      }
    }
    for (let cell = 1; cell < begin.length; cell++) begin[cell] += begin[cell - 1];
  }

  private fillCells(spans: Uint32Array): void {
    const { content, columns } = this;
    const next = this.begin.slice();
    for (let b = 0; b < spans.length; b += 4) {
      for (let row = spans[b + 1]; row <= spans[b + 3]; row++) {
        for (let cell = row * columns + spans[b]; cell <= row * columns + spans[b + 2]; cell++) {
          content[next[cell]++] = b / 4;
        }
      }
    }
  }

  private index(value: number, count: number): number {
    return Math.min(count - 1, Math.max(0, Math.floor(value / this.cell)));
  }
}
