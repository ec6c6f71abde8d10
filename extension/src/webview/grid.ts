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
    for (let i = 0; i < count; i++) this.eachCell(i, (c) => this.begin[c + 1]++);
    for (let c = 1; c < this.begin.length; c++) this.begin[c] += this.begin[c - 1];
    const next = this.begin.slice();
    this.content = new Uint32Array(this.begin[this.begin.length - 1]);
    for (let i = 0; i < count; i++) this.eachCell(i, (c) => (this.content[next[c]++] = i));
  }

  /** Calls back once for each owner with a box that meets the rectangle, in no particular order. */
  query(rect: Rect, visit: (owner: number) => void): void {
    const right = rect.x + rect.width;
    const bottom = rect.y + rect.height;
    const stamp = ++this.stamp;
    const { boxes, owners, seen } = this;
    const [c0, r0, c1, r1] = this.span(rect.x, rect.y, right, bottom);
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

  private eachCell(i: number, visit: (cell: number) => void): void {
    const b = 4 * i;
    const [c0, r0, c1, r1] = this.span(
      this.boxes[b],
      this.boxes[b + 1],
      this.boxes[b + 2],
      this.boxes[b + 3],
    );
    for (let row = r0; row <= r1; row++) {
      for (let column = c0; column <= c1; column++) visit(row * this.columns + column);
    }
  }

  private span(left: number, top: number, right: number, bottom: number): [number, number, number, number] {
    const index = (value: number, count: number) =>
      Math.min(count - 1, Math.max(0, Math.floor(value / this.cell)));
    return [
      index(left, this.columns),
      index(top, this.rows),
      index(right, this.columns),
      index(bottom, this.rows),
    ];
  }
}
