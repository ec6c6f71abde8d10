// Cards and pills at three levels of detail.
import type { Rect } from './camera.js';
import {
  type Detail,
  nameSize,
  kCardPadding,
  kLineHeight,
  kLineSize,
  kPillNameZoom,
  kPillSize,
  kTitleHeight,
  kTitleSize,
} from './detail.js';
import { drawSeverity } from './draw_severity.js';
import { grouped } from './grouped.js';
import { kMarkRadius, markCorner, markPoint } from './mark_corner.js';
import type { Context, Pen } from './pen.js';
import { ItemFlag, ItemKind, type Scene } from './scene.js';
import type { CategoryColours, Theme } from './theme.js';

const kRadius = 4;
const kBar = 3;
const kItemsPerStep = 16;
const kBlocksPerStep = 384;

export function* drawItems(pen: Pen, scene: Scene, rect: Rect, detail: Detail): Generator<void> {
  const visible: number[] = [];
  scene.visitItems(rect, (item) => visible.push(item));
  yield;
  if (detail === 'block') yield* drawBlocks(pen, scene, visible);
  else yield* drawCards(pen, scene, visible, detail);
  const marked = visible.filter((item) => scene.items.severity[item] > 0);
  marked.sort((a, b) => scene.items.severity[a] - scene.items.severity[b]);
  for (const item of marked) markSeverity(pen, scene, item);
}

function markSeverity(pen: Pen, scene: Scene, item: number): void {
  const radius = Math.max(kMarkRadius, 4 / pen.zoom);
  const at = markPoint(scene, item, markCorner(scene, item), radius);
  drawSeverity(pen.context, pen.theme, scene.items.severity[item], at.x, at.y, radius);
}

/** The colours in use, and which of them each card has. */
export function look(
  theme: Theme,
  { overlay, items }: Scene,
): { key: Uint8Array; colours: readonly CategoryColours[] } {
  return overlay
    ? { key: overlay.levels, colours: theme[overlay.kind] }
    : { key: items.category, colours: theme.categories };
}

function coloursOf(pen: Pen, scene: Scene, item: number): CategoryColours {
  const { key, colours } = look(pen.theme, scene);
  return colours[key[item]];
}

// --- far ------------------------------------------------------------------------------------------------------------

/** A whole graph that is narrower than this on screen is drawn as a band, or nobody could see its stages. Pixels. */
const kBand = 10;

/** Least size of a block in graph units. */
function leastSize(scene: Scene, zoom: number): { width: number; height: number } {
  const thin = (scene.direction === 'down' ? scene.bounds.width : scene.bounds.height) * zoom < 2 * kBand;
  const across = (thin ? kBand : 2) / zoom;
  const along = 1 / zoom;
  return scene.direction === 'down' ? { width: across, height: along } : { width: along, height: across };
}

/** Blocks of one colour at a time: changing the colour costs more than filling a small rectangle. */
function* drawBlocks(pen: Pen, scene: Scene, visible: number[]): Generator<void> {
  const { context, theme, zoom } = pen;
  const { x, y, width, height } = scene.items;
  const { key, colours } = look(theme, scene);
  const least = leastSize(scene, zoom);
  // Where several cards share a pixel, the later category must not always win.
  context.globalAlpha = zoom < 0.02 ? 0.6 : 1;
  for (const [c, members] of grouped(visible, (item) => key[item])) {
    for (let i = 0; i < members.length; i += kBlocksPerStep) {
      context.fillStyle = colours[c].block;
      for (const item of members.slice(i, i + kBlocksPerStep)) {
        const w = Math.max(width[item], least.width);
        const h = Math.max(height[item], least.height);
        context.fillRect(x[item] + (width[item] - w) / 2, y[item] + (height[item] - h) / 2, w, h);
      }
      yield;
    }
  }
  context.globalAlpha = 1;
  if (zoom >= 0.02 && !scene.overlay) yield* drawSpine(pen, scene, visible);
}

/** The class of each card's result as a bar at its side: a float stretch in an integer network shows as another colour. */
function* drawSpine(pen: Pen, scene: Scene, visible: number[]): Generator<void> {
  const { context, theme, zoom } = pen;
  const { x, y, width, height, flags } = scene.items;
  const barClass = (item: number) => ((flags[item] & ItemFlag.Slim) === 0 ? scene.itemDtype[item] : 0);
  for (const [cls, members] of grouped(visible, barClass)) {
    if (cls === 0) continue;
    for (let i = 0; i < members.length; i += kBlocksPerStep) {
      context.fillStyle = theme.dtypes[cls];
      for (const item of members.slice(i, i + kBlocksPerStep)) {
        const w = Math.min(width[item] * 0.3, Math.max(2 * kBar, 2 / zoom));
        context.fillRect(x[item], y[item], w, Math.max(height[item], 1 / zoom));
      }
      yield;
    }
  }
}

// --- near -----------------------------------------------------------------------------------------------------------

function* drawCards(pen: Pen, scene: Scene, visible: number[], detail: Detail): Generator<void> {
  const { kind, flags } = scene.items;
  let drawn = 0;
  for (const item of visible) {
    if (kind[item] !== ItemKind.Node) drawIo(pen, scene, item, detail);
    else if ((flags[item] & ItemFlag.Slim) !== 0) drawPill(pen, scene, item, detail);
    else drawCard(pen, scene, item, detail);
    if (++drawn % kItemsPerStep === 0) yield;
  }
}

function outline(context: Context, { x, y, width, height }: Rect, radius: number): void {
  context.beginPath();
  context.roundRect(x + 0.5, y + 0.5, width - 1, height - 1, radius);
}

function drawCard(pen: Pen, scene: Scene, item: number, detail: Detail): void {
  const { context, theme } = pen;
  const rect = scene.itemRect(item);
  const flags = scene.items.flags[item];
  const colours = coloursOf(pen, scene, item);
  const custom = (flags & ItemFlag.Custom) !== 0;
  const named = detail === 'name';
  const headerHeight = named ? rect.height : Math.min(rect.height, kTitleHeight);

  outline(context, rect, kRadius);
  context.fillStyle = theme.card;
  context.fill();
  if (!theme.highContrast || scene.overlay) {
    context.fillStyle = colours.header;
    context.beginPath();
    const low = headerHeight >= rect.height ? kRadius : 0;
    context.roundRect(rect.x + 0.5, rect.y + 0.5, rect.width - 1, headerHeight - 0.5, [
      kRadius,
      kRadius,
      low,
      low,
    ]);
    context.fill();
  }
  if (custom) hatch(context, rect, headerHeight, colours.line);
  drawBar(
    pen,
    rect,
    scene.overlay ? colours.block : scene.itemDtype[item] && theme.dtypes[scene.itemDtype[item]],
  );

  outline(context, rect, kRadius);
  context.strokeStyle = custom || theme.highContrast ? colours.line : theme.cardBorder;
  if ((flags & ItemFlag.Constant) !== 0) context.strokeStyle = theme.constantBorder;
  context.lineWidth = 1;
  context.setLineDash(custom ? [5, 3] : (flags & ItemFlag.Constant) !== 0 ? [2, 2] : []);
  context.stroke();
  context.setLineDash([]);

  if (named) drawName(pen, scene, item, rect);
  else drawTexts(pen, scene, item, rect);
}

function drawBar(pen: Pen, rect: Rect, colour: string | 0): void {
  if (colour === 0) return;
  const { context } = pen;
  context.fillStyle = colour;
  context.beginPath();
  const bar = Math.max(kBar, 2 / pen.zoom);
  context.roundRect(rect.x + 0.5, rect.y + 0.5, bar, rect.height - 1, [kRadius, 0, 0, kRadius]);
  context.fill();
}

/** Diagonal strokes over the header: not an operator of the format's own set. */
function hatch(context: Context, rect: Rect, height: number, colour: string): void {
  context.save();
  context.beginPath();
  context.rect(rect.x + 1, rect.y + 1, rect.width - 2, height - 1);
  context.clip();
  context.globalAlpha = 0.3;
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.beginPath();
  for (let x = rect.x - height; x < rect.x + rect.width; x += 7) {
    context.moveTo(x, rect.y + height);
    context.lineTo(x + height, rect.y);
  }
  context.stroke();
  context.restore();
}

/** The operator's name alone. */
function drawName(pen: Pen, scene: Scene, item: number, rect: Rect): void {
  const { context, theme, fit } = pen;
  const size = Math.round(nameSize(pen.zoom) * 2) / 2;
  const font = pen.font(size, 500);
  const room = rect.width - kBar - 6;
  context.font = font;
  context.fillStyle = theme.text;
  context.textAlign = 'center';
  const text = fit.fit(scene.text(scene.items.title[item]), font, room * 1.12);
  context.fillText(text, rect.x + (rect.width + kBar) / 2, rect.y + rect.height / 2 + size * 0.36, room);
  context.textAlign = 'left';
}

function drawTexts(pen: Pen, scene: Scene, item: number, rect: Rect): void {
  const { context, theme, fit } = pen;
  const { title, line1, line2, chip, flags } = scene.items;
  const left = rect.x + kCardPadding;
  let right = rect.x + rect.width - kCardPadding / 2;
  if ((flags[item] & ItemFlag.Opens) !== 0) right -= drawOpens(pen, right, rect.y + kTitleHeight / 2);
  if (chip[item] !== 0) right -= drawChip(pen, scene.text(chip[item]), right, rect.y);

  const font = pen.font(kTitleSize, 500);
  context.font = font;
  context.fillStyle = theme.text;
  context.fillText(fit.fit(scene.text(title[item]), font, right - left), left, rect.y + 17.5, right - left);

  const lineFont = pen.font(kLineSize);
  const room = rect.width - 1.5 * kCardPadding;
  context.font = lineFont;
  context.fillStyle = theme.mutedText;
  let baseline = rect.y + kTitleHeight + 13;
  for (const line of [line1[item], line2[item]]) {
    if (line === 0) continue;
    context.fillText(fit.fit(scene.text(line), lineFont, room), left, baseline, room);
    baseline += kLineHeight;
  }
}

/** The activation fused into an operator; returns the width it took. */
function drawChip(pen: Pen, text: string, right: number, top: number): number {
  const { context, theme, fit } = pen;
  const activation = theme.categories[2];
  const font = pen.font(kLineSize);
  const width = fit.width(text, font) + 12;
  context.beginPath();
  context.roundRect(right - width, top + 5, width, 16, 8);
  context.fillStyle = activation.header;
  context.fill();
  context.strokeStyle = activation.line;
  context.lineWidth = 0.75;
  context.stroke();
  context.fillStyle = theme.text;
  context.font = font;
  context.fillText(text, right - width + 6, top + 16.8);
  return width + 6;
}

/** Two frames, one behind the other: there is a graph inside. */
function drawOpens(pen: Pen, right: number, middle: number): number {
  const { context, theme } = pen;
  context.strokeStyle = theme.mutedText;
  context.lineWidth = 1.1;
  context.strokeRect(right - 9.5, middle - 5.5, 8, 7);
  context.fillStyle = theme.card;
  context.fillRect(right - 12.5, middle - 2.5, 8, 7);
  context.strokeRect(right - 12.5, middle - 2.5, 8, 7);
  return 18;
}

function drawPill(pen: Pen, scene: Scene, item: number, detail: Detail): void {
  const { context, theme } = pen;
  const rect = scene.itemRect(item);
  const colours = coloursOf(pen, scene, item);
  const told = pen.zoom >= kPillNameZoom;
  outline(context, rect, rect.height / 2);
  context.fillStyle =
    theme.highContrast && !scene.overlay ? theme.card : told ? colours.header : colours.block;
  context.fill();
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  context.stroke();
  if (told) drawCentred(pen, scene, item, rect, detail);
}

function drawIo(pen: Pen, scene: Scene, item: number, detail: Detail): void {
  const { context, theme } = pen;
  const rect = scene.itemRect(item);
  outline(context, rect, rect.height / 2);
  context.fillStyle = theme.card;
  context.fill();
  context.strokeStyle = theme.dtypes[scene.itemDtype[item]];
  context.lineWidth = scene.items.kind[item] === ItemKind.Output ? 2 : 1.25;
  context.stroke();
  drawCentred(pen, scene, item, rect, detail);
}

function drawCentred(pen: Pen, scene: Scene, item: number, rect: Rect, detail: Detail): void {
  if (detail === 'full') centred(pen, scene, item, rect, pen.theme.text);
  else drawName(pen, scene, item, rect);
}

function centred(pen: Pen, scene: Scene, item: number, rect: Rect, colour: string): void {
  const { context, fit } = pen;
  const font = pen.font(kPillSize);
  context.font = font;
  context.fillStyle = colour;
  context.textAlign = 'center';
  const room = rect.width - 10;
  const text = fit.fit(scene.text(scene.items.title[item]), font, room);
  context.fillText(text, rect.x + rect.width / 2, rect.y + rect.height / 2 + kPillSize * 0.36, room);
  context.textAlign = 'left';
}
