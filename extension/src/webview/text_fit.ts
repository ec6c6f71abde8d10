// Texts cut to a width with an ellipsis. Measured once at 100 % and remembered: zooming scales the drawing, not the measure.

const kMostRemembered = 50_000;

/** A text that is a little too long is drawn narrower rather than cut; canvas does that by itself when told the room. */
const kSqueeze = 1.16;

export class TextFit {
  private readonly widths = new Map<string, number>();
  private readonly cuts = new Map<string, string>();

  constructor(private readonly measure: (text: string, font: string) => number) {}

  width(text: string, font: string): number {
    const key = font + '\n' + text;
    let width = this.widths.get(key);
    if (width === undefined) {
      if (this.widths.size > kMostRemembered) this.widths.clear();
      this.widths.set(key, (width = this.measure(text, font)));
    }
    return width;
  }

  /**
   * The text, or as much of its start as fits with '…' behind it; empty when not even one character does.
   * To be drawn with the room as fillText's greatest width.
   */
  fit(text: string, font: string, room: number): string {
    if (text === '' || this.width(text, font) <= room * kSqueeze) return text;
    const key = Math.floor(room) + '\n' + font + '\n' + text;
    let cut = this.cuts.get(key);
    if (cut === undefined) {
      if (this.cuts.size > kMostRemembered) this.cuts.clear();
      this.cuts.set(key, (cut = this.cut(text, font, room)));
    }
    return cut;
  }

  private cut(text: string, font: string, room: number): string {
    const characters = [...text];
    let fits = 0;
    let tooLong = characters.length;
    while (tooLong - fits > 1) {
      const middle = (fits + tooLong) >> 1;
      const candidate = characters.slice(0, middle).join('') + '…';
      if (this.measure(candidate, font) <= room) fits = middle;
      else tooLong = middle;
    }
    return fits === 0 ? '' : characters.slice(0, fits).join('').trimEnd() + '…';
  }
}
