// Find: a field, the results under it, marks on the graph. Results come as one types; arrows and Enter walk them.
import type { Hit } from '../generated/protocol.js';
import { kRequestCancelled, RequestError, type Target } from '../shared/messages.js';
import { h } from './dom.js';
import type { Model } from './model.js';
import { count, counted } from './words.js';

export interface FindActions {
  hits(hits: readonly Target[], current: Target | undefined): void;
  go(target: Target): void;
  closed(): void;
}

const kTypingPause = 60;
const kMostHits = 1_000;
/** Rows in the page at a time; the rest is reached by walking or a longer query. */
const kMostRows = 200;
const kPlaceholder = 'Find: name, op:Conv, dtype:int8, tensor:weight, shape:1×3';

export class Find {
  private readonly input = h('input', {
    type: 'text',
    class: 'find-input',
    placeholder: kPlaceholder,
    spellcheck: false,
    role: 'combobox',
    aria: { label: 'Find', expanded: false, controls: 'find-results', autocomplete: 'list' },
  });
  private readonly status = h('span', { class: 'find-status', role: 'status' });
  private readonly list = h('ul', {
    class: 'find-results',
    role: 'listbox',
    id: 'find-results',
    aria: { label: 'Results' },
  });
  readonly element: HTMLElement;
  private model: Model | undefined;
  private graph = 0;
  private hits: Hit[] = [];
  private total = 0;
  private current = -1;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: AbortController | undefined;

  constructor(private readonly actions: FindActions) {
    const tool = (icon: string, label: string, action: () => void) =>
      h('button', {
        type: 'button',
        class: `tool icon ${icon}`,
        title: label,
        aria: { label },
        on: { click: action },
      });
    this.element = h(
      'div',
      { class: 'find', role: 'search', hidden: true },
      h(
        'div',
        { class: 'find-line' },
        this.input,
        this.status,
        tool('icon-up', 'Previous (Shift+Enter)', () => this.walk(-1)),
        tool('icon-down', 'Next (Enter)', () => this.walk(1)),
        tool('icon-close', 'Close (Esc)', () => this.close()),
      ),
      this.list,
    );
    this.input.addEventListener('input', () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.ask(), kTypingPause);
    });
    this.element.addEventListener('keydown', (event) => this.key(event));
  }

  /** What was found in an older reading of the file is asked for again. */
  setModel(model: Model): void {
    this.model = model;
    this.hits = [];
    if (!this.element.hidden) void this.ask();
  }

  setGraph(graph: number): void {
    this.graph = graph;
    if (!this.element.hidden) this.tell();
  }

  open(): void {
    const selected = getSelection()?.toString().trim() ?? '';
    this.element.hidden = false;
    if (selected !== '' && selected.length < 200 && !selected.includes('\n')) this.input.value = selected;
    this.input.focus();
    this.input.select();
    void this.ask();
  }

  /** How far it reaches down over the graph. */
  get height(): number {
    return this.element.offsetHeight;
  }

  /** False when it was closed already. */
  close(): boolean {
    if (this.element.hidden) return false;
    this.asking?.abort();
    this.element.hidden = true;
    this.actions.hits([], undefined);
    this.actions.closed();
    return true;
  }

  private key(event: KeyboardEvent): void {
    const moves: Record<string, () => void> = {
      ArrowDown: () => this.walk(1),
      ArrowUp: () => this.walk(-1),
      Enter: () => this.walk(event.shiftKey ? -1 : 1),
      Escape: () => this.close(),
    };
    const move = moves[event.key];
    if (!move || (event.key === 'Enter' && event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  }

  private async ask(): Promise<void> {
    const query = this.input.value.trim();
    const { model } = this;
    this.asking?.abort();
    if (query === '' || !model) return this.found([], 0, '');
    const asking = (this.asking = new AbortController());
    try {
      const { hits, total } = await model.find(query, kMostHits, asking.signal);
      if (!asking.signal.aborted) this.found(hits, total, 'No results');
    } catch (error) {
      if (error instanceof RequestError && error.code === kRequestCancelled) return;
      this.found([], 0, error instanceof Error ? error.message : String(error));
    }
  }

  private found(hits: Hit[], total: number, none: string): void {
    this.hits = hits;
    this.total = total;
    this.current = -1;
    const rows = hits.slice(0, kMostRows).map((hit, i) => this.row(hit, i));
    if (total > rows.length) {
      rows.push(
        h('li', { class: 'find-more' }, `${count(total - rows.length)} more: add a word to narrow down`),
      );
    }
    this.list.replaceChildren(...rows);
    this.list.scrollTop = 0;
    this.input.setAttribute('aria-expanded', String(rows.length > 0));
    this.status.textContent = hits.length === 0 ? none : counted(total, 'result');
    this.tell();
  }

  private row(hit: Hit, index: number): HTMLElement {
    const kind = hit.node !== undefined ? 'node' : 'tensor';
    const elsewhere = hit.graph !== this.graph && this.model?.graphInfo(hit.graph);
    const row = h(
      'li',
      { class: `find-row ${kind}`, role: 'option', id: `find-${index}`, aria: { selected: false } },
      h('span', { class: 'find-label' }, hit.label),
      h(
        'span',
        { class: 'find-detail' },
        [hit.detail, elsewhere && `in ${elsewhere.name || `graph ${hit.graph}`}`].filter(Boolean).join(' · '),
      ),
    );
    row.addEventListener('click', () => this.goTo(index));
    return row;
  }

  private walk(sense: 1 | -1): void {
    const length = this.hits.length;
    if (length === 0) return;
    this.goTo(this.current < 0 ? (sense === 1 ? 0 : length - 1) : (this.current + sense + length) % length);
  }

  private goTo(index: number): void {
    this.list.querySelector('[aria-selected="true"]')?.setAttribute('aria-selected', 'false');
    this.current = index;
    const row = this.list.querySelector(`#find-${index}`);
    row?.setAttribute('aria-selected', 'true');
    row?.scrollIntoView({ block: 'nearest' });
    this.input.setAttribute('aria-activedescendant', `find-${index}`);
    this.status.textContent = `${count(index + 1)} of ${count(this.total)}`;
    this.actions.go(targetOf(this.hits[index]));
    this.tell();
  }

  private tell(): void {
    const here = this.hits.filter((hit) => hit.graph === this.graph).map(targetOf);
    const current = this.hits[this.current];
    this.actions.hits(here, current && targetOf(current));
  }
}

function targetOf({ graph, node, tensor }: Hit): Target {
  return {
    graph,
    ...(node !== undefined && { node }),
    ...(node === undefined && tensor !== undefined && { tensor }),
  };
}
