// Where the file's size lives: rectangles as large as scopes and tensors, and the same as a table.
import type { Target } from '../../shared/messages.js';
import type { Rect } from '../camera.js';
import { button, h } from '../dom.js';
import { percent } from '../inspector/costs.js';
import type { Model } from '../model.js';
import { bytes, count } from '../words.js';
import { type Part, partsOf, pathTo } from './size_parts.js';
import { squarify } from './treemap.js';

export interface SizeActions {
  go(target: Target): void;
  /** Opened, closed, or at another part. */
  changed(): void;
  closed(): void;
}

const kHead = 18;
/** CSS pixels below which nothing is divided further, and below which nothing is written. */
const kLeastDivided = 36;
const kLeastLabelled = 30;
const kMostTiles = 1200;

export class SizeView {
  readonly element = h('section', {
    class: 'size-view',
    hidden: true,
    tabindex: -1,
    aria: { label: 'Where the size lives' },
  });
  private readonly head = h('div', { class: 'size-head' });
  private readonly map = h('div', { class: 'size-map', role: 'group', aria: { label: 'Treemap of bytes' } });
  private readonly table = h('div', { class: 'size-table' });
  private model: Model | undefined;
  private path: Part[] = [];
  /** Names of the parts that lead to the one to show, once they are known. */
  private wanted: readonly string[] = [];

  constructor(private readonly actions: SizeActions) {
    this.element.append(this.head, h('div', { class: 'size-body' }, this.map, this.table));
    this.element.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => this.drawMap()).observe(this.map);
  }

  setModel(model: Model): void {
    this.model = model;
    if (!this.element.hidden) void this.load();
  }

  async open(): Promise<void> {
    this.element.hidden = false;
    this.element.focus();
    this.wanted = [];
    await this.load();
  }

  /** What restore() takes; undefined while it is closed. */
  get state(): string[] | undefined {
    if (this.element.hidden) return undefined;
    return this.path.length > 0 ? this.path.slice(1).map(({ name }) => name) : [...this.wanted];
  }

  /** Opens as it was; without taking the focus, which may be elsewhere by now. Call before setModel(). */
  restore(state: readonly string[]): void {
    this.wanted = state;
    this.element.hidden = false;
  }

  /** False when it was not open. */
  close(): boolean {
    if (this.element.hidden) return false;
    this.element.hidden = true;
    this.path = [];
    this.actions.changed();
    this.actions.closed();
    return true;
  }

  private async load(): Promise<void> {
    const { model } = this;
    if (!model) return;
    // The file was read again: the same part, where it still exists.
    this.wanted = this.state ?? [];
    this.path = [];
    this.show(h('p', { class: 'note' }, 'Measuring…'));
    try {
      const root = partsOf(await model.size());
      if (model !== this.model) return;
      this.path = pathTo(root, this.wanted);
      this.show();
      this.actions.changed();
    } catch (error) {
      if (model !== this.model) return;
      const text = error instanceof Error ? error.message : String(error);
      this.show(h('p', { class: 'note', role: 'alert' }, text));
    }
  }

  private get current(): Part | undefined {
    return this.path.at(-1);
  }

  private show(message?: HTMLElement): void {
    const { current } = this;
    const crumbs = this.path.map((part, i) =>
      h(
        'li',
        {},
        i === this.path.length - 1
          ? h('span', { class: 'crumb', aria: { current: 'page' } }, part.name)
          : button(part.name, () => this.goUp(i + 1), 'crumb link'),
      ),
    );
    const close = h('button', {
      type: 'button',
      class: 'tool icon icon-close',
      title: 'Close (Escape)',
      aria: { label: 'Close' },
      on: { click: () => this.close() },
    });
    const total =
      current && h('span', { class: 'amount' }, `${bytes(current.bytes)} · ${count(current.bytes)} bytes`);
    this.head.replaceChildren(
      h('h1', {}, 'Where the size lives'),
      h('ol', { class: 'trail' }, ...crumbs),
      ...(total ? [total] : []),
      close,
    );
    this.table.replaceChildren(message ?? (current ? this.rows(current) : h('p', {})));
    this.drawMap();
  }

  /** Leaves as many steps of the path as are asked for. */
  private goUp(steps: number): void {
    this.path.length = Math.max(1, steps);
    this.show();
    this.actions.changed();
    this.element.focus();
  }

  private choose(part: Part): void {
    if (part.target) {
      const { target } = part;
      this.close();
      this.actions.go(target);
    } else if (part.parts.length > 0) {
      this.path.push(part);
      this.show();
      this.actions.changed();
      this.element.focus();
    }
  }

  private key(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.close();
    else if (event.key === 'Backspace' && this.path.length > 1) this.goUp(this.path.length - 1);
    else if (event.key.startsWith('Arrow') && this.map.contains(document.activeElement)) this.step(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** From a tile to the one before or after it. */
  private step(key: string): void {
    const tiles = [...this.map.querySelectorAll<HTMLElement>('.tile')];
    const at = tiles.findIndex((tile) => tile === document.activeElement);
    const next = tiles[at + (key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1)];
    if (!next) return;
    tiles[at]?.setAttribute('tabindex', '-1');
    next.setAttribute('tabindex', '0');
    next.focus();
  }

  // --- table --------------------------------------------------------------------------------------------------------

  private rows(current: Part): HTMLElement {
    const all = current.bytes;
    const rows = current.parts.map((part) => {
      const can = part.target !== undefined || part.parts.length > 0;
      const name = can ? button(part.name, () => this.choose(part), 'link') : h('span', {}, part.name);
      const cell = h('td', { class: 'size-bytes' }, count(part.bytes));
      const fill = h('span', { class: 'bar-fill', aria: { hidden: true } });
      fill.style.width = `${(part.bytes / Math.max(1, all)) * 100}%`;
      return h(
        'tr',
        { title: part.note },
        h(
          'th',
          { scope: 'row' },
          name,
          part.kind === 'scope' && h('span', { class: 'note' }, ` ${part.note}`),
        ),
        cell,
        h('td', { class: 'size-share' }, fill, h('span', {}, percent(part.bytes / Math.max(1, all)))),
      );
    });
    const total = h(
      'tr',
      {},
      h('th', { scope: 'row' }, 'Total'),
      h('td', { class: 'size-bytes' }, count(all)),
      h('td', { class: 'size-share' }, h('span', {}, '100 %')),
    );
    return h(
      'table',
      {},
      h('caption', { class: 'unseen' }, `Parts of ${current.name} by bytes`),
      h(
        'thead',
        {},
        h('tr', {}, ...['Part', 'Bytes', 'Share'].map((name) => h('th', { scope: 'col' }, name))),
      ),
      h('tbody', {}, ...rows),
      h('tfoot', {}, total),
    );
  }

  // --- treemap ------------------------------------------------------------------------------------------------------

  private drawMap(): void {
    const { current } = this;
    const { clientWidth: width, clientHeight: height } = this.map;
    this.map.replaceChildren();
    if (!current || width === 0 || height === 0) return;
    this.divide(current, { x: 0, y: 0, width, height }, 0);
    this.map.querySelector('.tile')?.setAttribute('tabindex', '0');
  }

  private divide(part: Part, room: Rect, depth: number): void {
    const rects = squarify(
      part.parts.map((inner) => inner.bytes),
      room,
    );
    part.parts.forEach((inner, i) => {
      const rect = rects[i];
      if (rect.width < 1.5 || rect.height < 1.5 || this.map.childElementCount >= kMostTiles) return;
      this.map.append(this.tile(inner, rect, depth));
      if (inner.parts.length === 0 || rect.width < kLeastDivided || rect.height < kLeastDivided + kHead)
        return;
      const { x, y } = rect;
      this.divide(
        inner,
        { x: x + 2, y: y + kHead, width: rect.width - 4, height: rect.height - kHead - 2 },
        depth + 1,
      );
    });
  }

  private tile(part: Part, { x, y, width, height }: Rect, depth: number): HTMLElement {
    const words = `${part.name}: ${bytes(part.bytes)}`;
    const tile = h('button', {
      type: 'button',
      class: `tile ${part.kind}${depth % 2 === 1 ? ' odd' : ''}`,
      tabindex: -1,
      title: [words, `${count(part.bytes)} bytes`, part.note].filter(Boolean).join('\n'),
      aria: { label: words },
      on: { click: () => this.choose(part) },
    });
    Object.assign(tile.style, {
      left: `${x}px`,
      top: `${y}px`,
      width: `${Math.max(1, width - 1)}px`,
      height: `${Math.max(1, height - 1)}px`,
    });
    if (width > kLeastLabelled && height > kHead - 2) {
      tile.append(h('span', { class: 'tile-name' }, part.name), ' ');
      if (width > 90) tile.append(h('span', { class: 'amount' }, bytes(part.bytes)));
    }
    return tile;
  }
}
