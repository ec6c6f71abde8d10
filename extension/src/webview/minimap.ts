// The whole graph in a corner, when it is larger than the view: where one is, where the findings and hits are; click or drag to go.
import type { Point, Rect, Size } from './camera.js';
import { visibleRect } from './camera.js';
import { h } from './dom.js';
import { look } from './draw_items.js';
import type { Frame } from './painter.js';
import { ItemKind, type Scene } from './scene.js';
import type { Theme } from './theme.js';

const kLongest: Size = { width: 180, height: 260 };
/** A chain of thousands is a thread when drawn to scale; it is stretched to this breadth. */
const kLeast = 40;
const kItemsPerSlice = 20_000;

/** Scale of each axis: even when the shape allows, stretched when it would become a thread. */
export function minimapScale(bounds: Size): { x: number; y: number } {
  const even = Math.min(kLongest.width / bounds.width, kLongest.height / bounds.height);
  const stretch = (length: number, longest: number) =>
    Math.min(longest / length, Math.max(even, kLeast / length));
  return { x: stretch(bounds.width, kLongest.width), y: stretch(bounds.height, kLongest.height) };
}

export class Minimap {
  readonly canvas = h('canvas', { class: 'minimap', hidden: true, aria: { hidden: true } });
  private readonly context: CanvasRenderingContext2D | null;
  private readonly ground = document.createElement('canvas');
  private scene: Scene | undefined;
  private theme: Theme | undefined;
  private hits: readonly number[] = [];
  private scale = { x: 1, y: 1 };
  private ratio = 1;
  private painted = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private frame: Frame | undefined;
  /** The viewport as it is drawn; undefined when all has to be drawn anew. */
  private drawn: Rect | undefined;

  constructor(private readonly go: (centre: Point) => void) {
    this.context = this.canvas.getContext('2d');
    this.canvas.addEventListener('pointerdown', (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      this.moveTo(event);
      event.preventDefault();
    });
    this.canvas.addEventListener('pointermove', (event) => {
      if (this.canvas.hasPointerCapture(event.pointerId)) this.moveTo(event);
    });
  }

  setScene(scene: Scene | undefined): void {
    this.scene = scene;
    this.hits = [];
    this.repaint();
  }

  /** The same cards have other colours. */
  recolour(): void {
    this.repaint();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.repaint();
  }

  /** Where it lies on the stage; nothing while it is hidden. */
  get rect(): Rect | undefined {
    const { offsetLeft: x, offsetTop: y, offsetWidth: width, offsetHeight: height } = this.canvas;
    return this.canvas.hidden ? undefined : { x, y, width, height };
  }

  setHits(hits: readonly number[]): void {
    this.hits = hits;
    this.redraw();
  }

  draw(frame: Frame): void {
    this.frame = frame;
    const { scene, theme, context } = this;
    const seen = visibleRect(frame.camera, frame.viewport);
    this.canvas.hidden = !scene || contains(seen, scene.bounds) || frame.viewport.width < 320;
    if (this.canvas.hidden || !scene || !theme || !context) return;
    const box = this.place(seen);
    if (this.drawn && sameRect(this.drawn, box)) return;
    this.drawn = box;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.drawImage(this.ground, 0, 0);
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.dots(context, scene, this.hits, theme.currentHit, 3);
    this.viewport(context, theme, box);
  }

  private redraw(): void {
    this.drawn = undefined;
    if (this.frame) this.draw(this.frame);
  }

  private repaint(): void {
    const { scene, theme } = this;
    clearTimeout(this.timer);
    if (!scene || !theme) return;
    this.scale = minimapScale(scene.bounds);
    this.ratio = devicePixelRatio || 1;
    const width = Math.ceil(scene.bounds.width * this.scale.x);
    const height = Math.ceil(scene.bounds.height * this.scale.y);
    for (const canvas of [this.canvas, this.ground]) {
      canvas.width = Math.ceil(width * this.ratio);
      canvas.height = Math.ceil(height * this.ratio);
    }
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.painted = 0;
    this.paintSlice(scene, theme);
  }

  private paintSlice(scene: Scene, theme: Theme): void {
    const context = this.ground.getContext('2d');
    if (!context) return;
    const { x, y, width, height, kind, count } = scene.items;
    const { key: category, colours } = look(theme, scene);
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    const end = Math.min(count, this.painted + kItemsPerSlice);
    let colour = -1;
    for (let i = this.painted; i < end; i++) {
      if (kind[i] !== ItemKind.Node) continue;
      if (category[i] !== colour) context.fillStyle = colours[(colour = category[i])].block;
      const [sx, sy] = [this.scale.x, this.scale.y];
      context.fillRect(x[i] * sx, y[i] * sy, Math.max(1, width[i] * sx), Math.max(0.5, height[i] * sy));
    }
    this.painted = end;
    if (end < count) this.timer = setTimeout(() => this.paintSlice(scene, theme), 0);
    else this.findings(context, scene, theme);
    this.redraw();
  }

  private findings(context: CanvasRenderingContext2D, scene: Scene, theme: Theme): void {
    for (const severity of [1, 2, 3]) {
      const items: number[] = [];
      scene.items.severity.forEach((s, item) => s === severity && items.push(item));
      this.dots(context, scene, items, theme.severities[severity], 2.5);
    }
  }

  private dots(
    context: CanvasRenderingContext2D,
    scene: Scene,
    items: readonly number[],
    colour: string,
    size: number,
  ): void {
    const { x, y, width, height } = scene.items;
    context.fillStyle = colour;
    for (const i of items) {
      const cx = (x[i] + width[i] / 2) * this.scale.x;
      const cy = (y[i] + height[i] / 2) * this.scale.y;
      context.fillRect(cx - size / 2, cy - size / 2, size, size);
    }
  }

  /** Where the viewport lies on the map, in whole device pixels: near the cards it moves less than one in most frames. */
  private place(seen: Rect): Rect {
    const [width, height] = [this.canvas.width / this.ratio, this.canvas.height / this.ratio];
    const whole = (value: number) => (Math.round(value * this.ratio - 0.5) + 0.5) / this.ratio;
    const left = whole(Math.max(0.5, seen.x * this.scale.x));
    const top = whole(Math.max(0.5, seen.y * this.scale.y));
    const right = whole(Math.min(width - 0.5, (seen.x + seen.width) * this.scale.x));
    const bottom = whole(Math.min(height - 0.5, (seen.y + seen.height) * this.scale.y));
    return { x: left, y: top, width: right - left, height: Math.max(2, bottom - top) };
  }

  private viewport(context: CanvasRenderingContext2D, theme: Theme, box: Rect): void {
    context.fillStyle = theme.shade;
    context.fillRect(box.x, box.y, box.width, box.height);
    context.strokeStyle = theme.focus;
    context.lineWidth = 1;
    context.strokeRect(box.x, box.y, box.width, box.height);
  }

  private moveTo(event: PointerEvent): void {
    const box = this.canvas.getBoundingClientRect();
    this.go({
      x: (event.clientX - box.left - this.canvas.clientLeft) / this.scale.x,
      y: (event.clientY - box.top - this.canvas.clientTop) / this.scale.y,
    });
  }
}

function sameRect(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

function contains(outer: Rect, inner: Rect): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  );
}
