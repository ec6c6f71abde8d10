// Keeps painted pictures of the graph and moves them while one pans and zooms. A frame is at most two image copies and a slice
// of the next picture, however much there is to draw; when a picture is complete it replaces the one before.
import { type Camera, fit, type Rect, type Size, visibleRect } from './camera.js';
import { makePen, type Context } from './pen.js';
import { paintScene } from './paint.js';
import type { Scene } from './scene.js';
import type { TextFit } from './text_fit.js';
import { type Theme, withoutTypes } from './theme.js';

/** Milliseconds of a frame that painting may take; the rest belongs to input, copying and the compositor. */
const kBudget = 5;
/** The same while there is nothing on screen that could move: one long frame comes sooner than many short ones. */
const kFirstBudget = 250;
/** Painted beyond the viewport on each side, so that panning has something to show. CSS pixels. */
const kMargin = 192;
const kMostPixels = 16_000_000;
const kOverviewSide = 1600;
/** A graph this small is painted anew faster than anyone notices the gap. */
const kOverviewItems = 400;

interface Bitmap {
  canvas: HTMLCanvasElement;
  context: CanvasRenderingContext2D;
  camera: Camera;
  /** CSS pixels. */
  size: Size;
  ratio: number;
}

interface Job {
  bitmap: Bitmap;
  steps: Generator<void>;
}

export interface Frame {
  camera: Camera;
  viewport: Size;
  /** Device pixels per CSS pixel. */
  ratio: number;
}

/** The area that the bitmap can supply for this frame, true when all of the viewport lies in it. */
export function covers(picture: { camera: Camera; size: Size }, frame: Frame, spare = 0): boolean {
  const have = visibleRect(picture.camera, picture.size);
  const need = visibleRect(frame.camera, frame.viewport);
  const s = spare / frame.camera.zoom;
  return (
    need.x - s >= have.x - 1e-6 &&
    need.y - s >= have.y - 1e-6 &&
    need.x + need.width + s <= have.x + have.width + 1e-6 &&
    need.y + need.height + s <= have.y + have.height + 1e-6
  );
}

export class Painter {
  private scene: Scene | undefined;
  private theme: Theme | undefined;
  private front: Bitmap | undefined;
  private spare: Bitmap | undefined;
  private job: Job | undefined;
  private overview: Bitmap | undefined;
  /** What is on screen is of an earlier scene or theme. */
  private stale = true;
  private overviewJob: Job | undefined;

  constructor(private readonly fit: TextFit) {}

  /** What is on screen stays until the new picture is ready, when `keep` says that it is of the same graph. */
  setScene(scene: Scene | undefined, keep: boolean): void {
    this.scene = scene;
    this.restart();
    if (!keep) this.front = undefined;
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.restart();
    this.front = undefined;
  }

  private restart(): void {
    if (this.job) this.spare = this.job.bitmap;
    this.job = undefined;
    this.overview = undefined;
    this.overviewJob = undefined;
    this.stale = true;
  }

  /** Draws the frame; true when there is more to paint and another frame should follow. */
  draw(context: Context, frame: Frame): boolean {
    const { scene, theme } = this;
    if (!theme) return false;
    context.setTransform(1, 0, 0, 1, 0, 0);
    if (!scene || frame.viewport.width < 1 || frame.viewport.height < 1) {
      clear(context, theme, frame);
      return false;
    }
    const first = this.front === undefined;
    const deadline = performance.now() + (first ? kFirstBudget : kBudget);
    this.prepare(scene, theme, frame);
    if (this.job && this.run(this.job, deadline)) this.finish();
    const more = this.job !== undefined || first || this.paintOverview(scene, theme, frame, deadline);
    const front = this.front;
    if (!front || !covers(front, frame)) {
      clear(context, theme, frame);
      if (this.overview) copy(context, this.overview, frame);
    }
    if (front) copy(context, front, frame);
    return more;
  }

  /** True when what draw() shows is exact: nothing scaled, nothing missing. */
  isSharp(frame: Frame): boolean {
    return !this.stale && this.front !== undefined && sharp(this.front, frame);
  }

  private prepare(scene: Scene, theme: Theme, frame: Frame): void {
    if (this.job) return;
    if (this.isSharp(frame) && this.front && covers(this.front, frame, kMargin / 4)) return;
    this.job = this.begin(scene, theme, frame.camera, padded(frame), frame.ratio, this.spare);
    this.spare = undefined;
    this.stale = false;
  }

  private finish(): void {
    this.spare = this.front;
    this.front = this.job?.bitmap;
    this.job = undefined;
  }

  private begin(scene: Scene, theme: Theme, camera: Camera, size: Size, ratio: number, old?: Bitmap): Job {
    const bitmap = old ?? newBitmap();
    bitmap.camera = camera;
    bitmap.size = size;
    bitmap.ratio = ratio;
    const { canvas, context } = bitmap;
    const width = Math.ceil(size.width * ratio);
    const height = Math.ceil(size.height * ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = theme.background;
    context.fillRect(0, 0, width, height);
    const rect = visibleRect(camera, size);
    const scale = camera.zoom * ratio;
    context.setTransform(scale, 0, 0, scale, -rect.x * scale, -rect.y * scale);
    const shown = scene.overlay ? withoutTypes(theme) : theme;
    const steps = paintScene(makePen(context, shown, this.fit, camera.zoom), scene, rect);
    return { bitmap, steps };
  }

  /** Runs steps until the job is complete (true) or the time is up. At least one, so that it ends. */
  private run(job: Job, deadline: number): boolean {
    while (!job.steps.next().done) {
      // The browser records what is drawn and rasterises it later; reading a pixel makes it do so now, within the time that is measured.
      job.bitmap.context.getImageData(0, 0, 1, 1);
      if (performance.now() >= deadline) return false;
    }
    return true;
  }

  /** The whole graph in one small picture, painted when there is nothing else to do; true while unfinished. */
  private paintOverview(scene: Scene, theme: Theme, frame: Frame, deadline: number): boolean {
    if (this.overview || scene.items.count < kOverviewItems) return false;
    if (!this.overviewJob) {
      const side = { width: kOverviewSide, height: kOverviewSide };
      const camera = fit(scene.bounds, side, 1);
      const size = {
        width: Math.max(1, Math.min(kOverviewSide, scene.bounds.width * camera.zoom + 16)),
        height: Math.max(1, Math.min(kOverviewSide, scene.bounds.height * camera.zoom + 16)),
      };
      this.overviewJob = this.begin(scene, theme, camera, size, Math.min(1, frame.ratio));
    }
    if (performance.now() >= deadline || !this.run(this.overviewJob, deadline)) return true;
    this.overview = this.overviewJob.bitmap;
    this.overviewJob = undefined;
    return false;
  }
}

function sharp(bitmap: Bitmap, frame: Frame): boolean {
  return bitmap.camera.zoom === frame.camera.zoom && bitmap.ratio === frame.ratio && covers(bitmap, frame);
}

function padded({ viewport, ratio }: Frame): Size {
  const size = { width: viewport.width + 2 * kMargin, height: viewport.height + 2 * kMargin };
  return size.width * size.height * ratio * ratio > kMostPixels ? viewport : size;
}

function newBitmap(): Bitmap {
  const canvas = document.createElement('canvas');
  // Rasterised by the processor everywhere: measured fast enough, and its cost shows when it is incurred, not at the copy.
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('This browser gave no 2D canvas; the graph cannot be drawn.');
  return { canvas, context, camera: { x: 0, y: 0, zoom: 1 }, size: { width: 0, height: 0 }, ratio: 1 };
}

function clear(context: Context, theme: Theme, { viewport, ratio }: Frame): void {
  context.fillStyle = theme.background;
  context.fillRect(0, 0, Math.ceil(viewport.width * ratio), Math.ceil(viewport.height * ratio));
}

function copy(context: Context, bitmap: Bitmap, frame: Frame): void {
  const place = placement(bitmap, frame);
  const exact = bitmap.camera.zoom === frame.camera.zoom && bitmap.ratio === frame.ratio;
  context.imageSmoothingEnabled = !exact;
  if (exact) context.drawImage(bitmap.canvas, Math.round(place.x), Math.round(place.y));
  else context.drawImage(bitmap.canvas, place.x, place.y, place.width, place.height);
}

/** Where a picture lies in a frame, in device pixels. */
export function placement(picture: { camera: Camera; size: Size }, { camera, viewport, ratio }: Frame): Rect {
  const have = visibleRect(picture.camera, picture.size);
  const scale = camera.zoom * ratio;
  return {
    x: (have.x - camera.x) * scale + (viewport.width * ratio) / 2,
    y: (have.y - camera.y) * scale + (viewport.height * ratio) / 2,
    width: have.width * scale,
    height: have.height * scale,
  };
}
