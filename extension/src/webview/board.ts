// The canvas: owns the camera, decides when to draw, and turns pointer events into picks of cards and edges.
import {
  between,
  type Camera,
  clamp,
  fit,
  leastZoom,
  panBy,
  type Point,
  type Rect,
  reveal,
  same,
  type Size,
  toGraph,
  toScreen,
  zoomAt,
} from './camera.js';
import { hitEdge, hitItem } from './hit.js';
import { drawMarks, kNoMarks, type Marks } from './marks.js';
import { type Frame, Painter } from './painter.js';
import { listenToPointer, type PointerTarget } from './pointer.js';
import { kNone, type Scene } from './scene.js';
import { TextFit } from './text_fit.js';
import type { Theme } from './theme.js';

export type Pick = { item: number } | { edge: number } | undefined;

/** A camera, or how to find one for the viewport's size. */
export type Look = Camera | ((viewport: Size) => Camera);

export interface BoardEvents {
  /** The pointer rests on something else than before; `at` in the canvas's CSS pixels. */
  hover(pick: Pick, at: Point): void;
  /** The graph moves under the pointer: what was hovered is no longer there. */
  moved(): void;
  pick(pick: Pick): void;
  open(item: number): void;
  /** Camera, viewport or marks changed; called in the frame that shows it. */
  drawn(frame: Frame): void;
}

const kFlight = 180;
/** Screen pixels within which a card or an edge counts as met. */
const kItemReach = 3;
const kEdgeReach = 6;
const kFriction = 0.004;

export class Board implements PointerTarget {
  readonly canvas = document.createElement('canvas');
  private readonly context: CanvasRenderingContext2D;
  private readonly painter: Painter;
  private readonly size: Size = { width: 0, height: 0 };
  private camera: Camera = { x: 0, y: 0, zoom: 1 };
  private scene: Scene | undefined;
  private theme: Theme | undefined;
  private marks: Marks = kNoMarks;
  private scheduled = false;
  /** Moves the camera with time; returns undefined when it has arrived. */
  private motion: ((now: number) => Camera | undefined) | undefined;
  /** How to look at the graph once the canvas has a size: it has none while the editor is hidden. */
  private look: ((viewport: Size) => Camera) | undefined;
  private hovered: Pick;
  /** As in the last frame. */
  private seen: Camera = this.camera;
  wheel: 'pan' | 'zoom' = 'pan';
  /** How much of the top of the canvas something lies over, CSS pixels: nothing is revealed under it. */
  covered: () => number = () => 0;

  constructor(private readonly events: BoardEvents) {
    this.canvas.className = 'graph';
    this.canvas.tabIndex = 0;
    const context = this.canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('This browser gave no 2D canvas; the graph cannot be drawn.');
    this.context = context;
    const measure = document.createElement('canvas').getContext('2d');
    this.painter = new Painter(
      new TextFit((text, font) => {
        if (!measure) return text.length * 7;
        measure.font = font;
        return measure.measureText(text).width;
      }),
    );
    listenToPointer(this.canvas, this);
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => this.resize());
  }

  get view(): Camera {
    return this.camera;
  }

  get viewport(): Size {
    return this.size;
  }

  get shown(): Scene | undefined {
    return this.scene;
  }

  /** `keep` leaves the old picture on screen until the new one is painted: it is the same graph, read again. */
  show(scene: Scene | undefined, look: Look, keep = false): void {
    this.measure();
    this.scene = scene;
    this.marks = kNoMarks;
    this.hovered = undefined;
    this.painter.setScene(scene, keep);
    this.motion = undefined;
    this.look = undefined;
    if (typeof look !== 'function') this.camera = look;
    else if (this.size.width > 0) this.camera = look(this.size);
    else this.look = look;
    if (keep || !this.theme || this.size.width === 0) return this.redraw();
    // Frames are rare while an editor opens: what is known is drawn now, and the next frame shows it.
    this.draw(performance.now());
  }

  /** The same cards have other colours. */
  recolour(): void {
    this.painter.setScene(this.scene, true);
    this.redraw();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.painter.setTheme(theme);
    this.redraw();
  }

  mark(marks: Partial<Marks>): void {
    this.marks = { ...this.marks, ...marks };
    this.redraw();
  }

  get marked(): Marks {
    return this.marks;
  }

  // --- camera -------------------------------------------------------------------------------------------------------

  /** Moves there in a short flight, or at once when motion is unwanted. */
  flyTo(target: Camera): void {
    const from = this.camera;
    if (same(from, target)) return;
    if (this.theme?.reducedMotion !== false) return this.jumpTo(target);
    const begin = performance.now();
    this.motion = (now) => {
      const t = Math.min(1, Math.max(0, (now - begin) / kFlight));
      if (t === 1) {
        this.camera = target;
        return undefined;
      }
      return between(from, target, 1 - Math.pow(1 - t, 3));
    };
    this.redraw();
  }

  jumpTo(target: Camera): void {
    this.motion = undefined;
    this.camera = target;
    this.redraw();
  }

  fit(): void {
    if (this.scene) this.flyTo(fit(this.scene.bounds, this.size));
  }

  zoomBy(factor: number): void {
    this.zoom({ x: this.size.width / 2, y: this.size.height / 2 }, factor);
  }

  actualSize(): void {
    this.flyTo({ ...this.camera, zoom: 1 });
  }

  /** Brings a rectangle into view; far away, also near enough to read it. */
  reveal(rect: Rect, zoomIn: boolean): void {
    const covered = this.covered();
    if (!zoomIn) return this.flyTo(reveal(this.camera, this.size, rect, covered));
    const { width, height } = this.size;
    const near = fit(rect, { width: width * 0.6, height: (height - covered) * 0.6 }, 1.2);
    this.flyTo({ ...near, y: near.y - covered / 2 / near.zoom });
  }

  toScreen(point: Point): Point {
    return toScreen(this.camera, this.size, point);
  }

  // --- pointer ------------------------------------------------------------------------------------------------------

  pan(dx: number, dy: number): void {
    this.motion = undefined;
    if (dx === 0 && dy === 0) return;
    this.move(panBy(this.camera, dx, dy));
  }

  fling(vx: number, vy: number): void {
    if (this.theme?.reducedMotion !== false) return;
    let last = performance.now();
    let speed = 1;
    this.motion = (now) => {
      const elapsed = Math.max(0, now - last);
      last = now;
      speed *= Math.exp(-kFriction * elapsed);
      if (speed * Math.hypot(vx, vy) < 0.02) return undefined;
      return this.bounded(panBy(this.camera, vx * speed * elapsed, vy * speed * elapsed));
    };
    this.redraw();
  }

  zoom(at: Point, factor: number): void {
    if (!this.scene) return;
    this.motion = undefined;
    this.move(zoomAt(this.camera, this.size, at, factor, leastZoom(this.scene.bounds, this.size)));
  }

  hover(at: Point | undefined): void {
    const pick = at && this.pickAt(at);
    if (samePick(pick, this.hovered)) return;
    this.hovered = pick;
    this.mark({
      hoverItem: pick && 'item' in pick ? pick.item : kNone,
      hoverEdge: pick && 'edge' in pick ? pick.edge : kNone,
    });
    this.canvas.classList.toggle('over', pick !== undefined);
    this.events.hover(pick, at ?? { x: 0, y: 0 });
  }

  private leave(): void {
    this.hovered = undefined;
    this.marks = { ...this.marks, hoverItem: kNone, hoverEdge: kNone };
    this.canvas.classList.remove('over');
    this.events.moved();
  }

  click(at: Point): void {
    this.events.pick(this.pickAt(at));
  }

  doubleClick(at: Point): void {
    const pick = this.pickAt(at);
    if (pick && 'item' in pick) this.events.open(pick.item);
  }

  wheelMode(): 'pan' | 'zoom' {
    return this.wheel;
  }

  pickAt(at: Point): Pick {
    if (!this.scene) return undefined;
    const point = toGraph(this.camera, this.size, at);
    const item = hitItem(this.scene, point, kItemReach / this.camera.zoom);
    if (item !== kNone) return { item };
    const edge = hitEdge(this.scene, point, kEdgeReach / this.camera.zoom);
    return edge === kNone ? undefined : { edge };
  }

  private move(camera: Camera): void {
    this.camera = this.bounded(camera);
    this.redraw();
  }

  private bounded(camera: Camera): Camera {
    return this.scene ? clamp(camera, this.scene.bounds, this.size) : camera;
  }

  // --- frames -------------------------------------------------------------------------------------------------------

  redraw(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame((now) => {
      this.scheduled = false;
      this.draw(now);
    });
  }

  private measure(): void {
    const box = this.canvas.getBoundingClientRect();
    this.size.width = box.width;
    this.size.height = box.height;
  }

  private resize(): void {
    this.measure();
    if (this.look && this.size.width > 0) {
      this.camera = this.look(this.size);
      this.look = undefined;
    }
    this.redraw();
  }

  private draw(now: number): void {
    if (this.motion) {
      const camera = this.motion(now);
      if (camera) this.camera = camera;
      else this.motion = undefined;
    }
    if (!same(this.camera, this.seen)) this.leave();
    this.seen = this.camera;
    const frame: Frame = { camera: this.camera, viewport: { ...this.size }, ratio: devicePixelRatio || 1 };
    this.match(frame);
    const more = this.painter.draw(this.context, frame);
    if (this.scene && this.theme) drawMarks(this.context, this.theme, this.scene, this.marks, frame);
    this.events.drawn(frame);
    if (more || this.motion) this.redraw();
  }

  /** Setting a canvas's size clears it, so that happens only in the frame that draws it anew. */
  private match({ viewport, ratio }: Frame): void {
    const width = Math.round(viewport.width * ratio);
    const height = Math.round(viewport.height * ratio);
    if (this.canvas.width === width && this.canvas.height === height) return;
    this.canvas.width = width;
    this.canvas.height = height;
  }
}

function samePick(a: Pick, b: Pick): boolean {
  if (!a || !b) return a === b;
  if ('item' in a) return 'item' in b && a.item === b.item;
  return 'edge' in b && a.edge === b.edge;
}
