// The panel beside the graph (below it when narrow): properties of what is selected, of the model when nothing is.
import { kContentModified, kRequestCancelled, RequestError } from '../../shared/messages.js';
import { h } from '../dom.js';
import type { Model } from '../model.js';
import type { Selection } from '../selection.js';
import { modelPage } from './model_page.js';
import { nodePage } from './node_page.js';
import type { Actions } from './sections.js';
import { tensorPage } from './tensor_page.js';

export interface InspectorActions extends Actions {
  resized(): void;
}

const kDefaultSize = 320;
const kLeastSize = 200;
const kMostShare = 0.75;
const kKeyStep = 24;
/** A page that takes longer than this says that it is loading; a quicker one just replaces the one before. */
const kPatience = 150;

export class Inspector {
  readonly element = h('aside', { class: 'inspector', tabindex: -1, aria: { label: 'Inspector' } });
  readonly splitter = h('div', {
    class: 'splitter',
    role: 'separator',
    tabindex: 0,
    aria: { label: 'Size of the inspector', orientation: 'vertical' },
  });
  private model: Model | undefined;
  private selection: Selection;
  private name = '';
  private current = kDefaultSize;

  constructor(private readonly actions: InspectorActions) {
    this.listenToSplitter();
    this.resize(kDefaultSize);
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  get size(): number {
    return this.current;
  }

  restore(open: boolean, size: number): void {
    this.resize(size);
    this.open(open);
  }

  toggle(): void {
    this.open(!this.isOpen);
  }

  open(open: boolean): void {
    this.element.hidden = !open;
    this.splitter.hidden = !open;
    this.actions.resized();
  }

  /** What it shows stays until show() says what to show of the new model. */
  setModel(model: Model): void {
    this.model = model;
    this.element.classList.remove('blank');
  }

  /** There is nothing to inspect; the panel gives its room to the message. */
  clear(): void {
    this.model = undefined;
    this.element.classList.add('blank');
    this.element.replaceChildren();
  }

  async show(selection: Selection): Promise<void> {
    this.selection = selection;
    await this.fill();
  }

  copyName(): void {
    if (this.name) this.actions.copy(this.name);
  }

  private async fill(): Promise<void> {
    const { model, selection } = this;
    if (!model) return;
    const late = setTimeout(() => this.element.classList.add('waiting'), kPatience);
    const still = () => model === this.model && selection === this.selection;
    try {
      const page = await this.page(model, selection);
      if (!still()) return;
      this.element.replaceChildren(...page.filter((part) => part !== undefined));
      this.element.scrollTop = 0;
    } catch (error) {
      if (!still()) return;
      const code = error instanceof RequestError ? error.code : 0;
      if (code === kRequestCancelled || code === kContentModified) return;
      this.element.replaceChildren(
        h('p', { class: 'note', role: 'alert' }, error instanceof Error ? error.message : String(error)),
      );
    } finally {
      clearTimeout(late);
      if (still()) this.element.classList.remove('waiting');
    }
  }

  private async page(model: Model, selection: Selection): Promise<(HTMLElement | undefined)[]> {
    const page = { model, actions: this.actions };
    if (selection?.node !== undefined) {
      const node = await model.node(selection.graph, selection.node);
      this.name = node.name || node.op;
      return nodePage(page, node);
    }
    if (selection?.tensor !== undefined) {
      const tensor = await model.tensor(selection.graph, selection.tensor);
      this.name = tensor.name;
      return tensorPage(page, tensor);
    }
    this.name = '';
    const [properties, signature, findings] = await Promise.all([
      model.properties(),
      model.signature(),
      model.findings(),
    ]);
    return modelPage(page, properties, signature, findings);
  }

  // --- size ---------------------------------------------------------------------------------------------------------

  /** Beside the graph the size is a width, below it a height. */
  private get below(): boolean {
    return this.splitter.parentElement?.classList.contains('narrow') ?? false;
  }

  private resize(size: number): void {
    const box = this.splitter.parentElement?.getBoundingClientRect();
    const room = box ? (this.below ? box.height : box.width) : Infinity;
    this.current = Math.round(Math.max(kLeastSize, Math.min(size, room * kMostShare)));
    this.element.style.setProperty('--inspector-size', `${this.current}px`);
  }

  private listenToSplitter(): void {
    const { splitter } = this;
    splitter.addEventListener('pointerdown', (event) => {
      splitter.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    splitter.addEventListener('pointermove', (event) => {
      if (!splitter.hasPointerCapture(event.pointerId)) return;
      const box = splitter.parentElement?.getBoundingClientRect();
      if (box) this.resize(this.below ? box.bottom - event.clientY : box.right - event.clientX);
    });
    splitter.addEventListener('pointerup', () => this.actions.resized());
    splitter.addEventListener('dblclick', () => this.resize(kDefaultSize));
    splitter.addEventListener('keydown', (event) => {
      const sense = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 }[event.key];
      if (sense === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      this.resize(this.current + sense * kKeyStep);
      this.actions.resized();
    });
  }
}
