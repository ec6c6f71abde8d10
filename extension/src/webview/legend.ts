// What the colours of lines, bars and cards mean: the types that this graph has, the scale of costs, the verdicts of a target.
import { overlayTitle } from '../shared/overlays.js';
import { h } from './dom.js';
import { type Heat, kUnknownLevel, kZeroLevel } from './heat.js';
import { kVerdicts, type Placed } from './placed.js';
import { EdgeFlag, type Scene } from './scene.js';
import type { Theme } from './theme.js';
import { bytes, count, counted, magnitude } from './words.js';

const kNames = ['Other', 'Float', 'Half', 'Integer'];
const kOrder = [1, 2, 3, 0];

export class Legend {
  readonly element = h('div', { class: 'legend', role: 'note', aria: { label: 'Data types of edges' } });

  private scene: Scene | undefined;
  private theme: Theme | undefined;

  setScene(scene: Scene | undefined): void {
    this.scene = scene;
    this.show();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.show();
  }

  private show(): void {
    const { scene, theme } = this;
    this.element.hidden = true;
    if (!scene || !theme) return;
    this.element.setAttribute('aria-label', scene.overlay ? 'Colours of cards' : 'Data types of edges');
    const entries = scene.overlay ? overlayEntries(scene.overlay, theme) : typeEntries(scene, theme);
    this.element.replaceChildren(...entries);
    this.element.hidden = entries.length === 0;
  }
}

function typeEntries(scene: Scene, theme: Theme): HTMLElement[] {
  const present = new Set<number>();
  let control = false;
  scene.edges.dtype.forEach((dtype, edge) => {
    if ((scene.edges.flags[edge] & EdgeFlag.Control) !== 0) control = true;
    else present.add(dtype);
  });
  const entries = kOrder
    .filter((cls) => present.has(cls))
    .map((cls) => entry(kNames[cls], theme.dtypes[cls], 'swatch'));
  if (control) entries.push(entry('Control', theme.control, 'swatch dashed'));
  return entries;
}

function overlayEntries(overlay: Heat | Placed, theme: Theme): HTMLElement[] {
  return overlay.kind === 'heat' ? heatEntries(overlay, theme) : verdictEntries(overlay, theme);
}

function verdictEntries({ target, title, counts, partitions }: Placed, theme: Theme): HTMLElement[] {
  const verdicts = kVerdicts
    .map((verdict, level) => [verdict, theme.verdicts[level].block] as const)
    .filter(([verdict]) => counts[verdict] > 0)
    .map(([verdict, colour]) => entry(`${count(counts[verdict])} ${verdict}`, colour, 'swatch block'));
  const ground = h('span', { class: 'swatch ground' });
  ground.style.background = theme.partition.ground;
  ground.style.borderColor = theme.partition.border;
  return [
    h('strong', { title }, target),
    ...verdicts,
    h('span', { class: 'legend-entry' }, ground, counted(partitions, 'partition')),
  ];
}

/** From nothing to the dearest card, and what has no number. */
function heatEntries({ metric, most, unknown }: Heat, theme: Theme): HTMLElement[] {
  const text = metric === 'macs' ? magnitude : bytes;
  const ramp = h('span', { class: 'ramp', aria: { hidden: true } });
  ramp.append(...theme.heat.slice(kZeroLevel).map(({ block }) => swatch('ramp-step', block)));
  const scale = h(
    'span',
    { class: 'legend-entry' },
    h('strong', {}, overlayTitle(metric)),
    '0',
    ramp,
    text(most),
    h('span', {}, `(square-root scale; middle ${text(most / 4)})`),
  );
  const none = h('span', {}, h('strong', {}, overlayTitle(metric)), ' no card has any');
  if (unknown === 0) return [most > 0 ? scale : none];
  // A formula over dimensions that are not bound, or not known at all.
  const rest = entry(`${count(unknown)} without a number`, theme.heat[kUnknownLevel].block, 'swatch block');
  return most > 0 ? [scale, rest] : [h('strong', {}, overlayTitle(metric)), rest];
}

function swatch(className: string, colour: string): HTMLElement {
  const element = h('span', { class: className });
  element.style.color = colour;
  return element;
}

function entry(name: string, colour: string, className: string): HTMLElement {
  return h('span', { class: 'legend-entry' }, swatch(className, colour), name);
}
