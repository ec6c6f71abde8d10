// The card that says what is under the pointer. It answers at once with what the drawing knows and fills in what the backend says;
// pinned, it stays, scrolls, and lets its text be selected.
import type { FindingInfo, NodeResult, TensorResult } from '../generated/protocol.js';
import type { Target } from '../shared/messages.js';
import type { Pick } from './board.js';
import type { Point, Rect } from './camera.js';
import { breakable, button, h, link } from './dom.js';
import { channelTable } from './inspector/channels.js';
import { verdictText } from './inspector/targets.js';
import { placeCard } from './hover_place.js';
import type { Model } from './model.js';
import { ItemKind, type Scene } from './scene.js';
import type { Selection } from './selection.js';
import { type Fact, factsText, tensorFacts, typeText } from './tensor_facts.js';

export interface HoverActions {
  go(target: Target): void;
  copy(text: string): void;
}

/** Short enough to answer within 100 ms, long enough not to flicker while the pointer crosses the graph. */
const kDelay = 60;
/** Time to move from the graph onto the card. */
const kGrace = 250;
const kMostAttributes = 6;

export class Hover {
  readonly element = h('div', { class: 'hover', role: 'tooltip', hidden: true });
  private model: Model | undefined;
  private showTimer: ReturnType<typeof setTimeout> | undefined;
  private hideTimer: ReturnType<typeof setTimeout> | undefined;
  private pinned = false;
  private current: Selection;
  private text = '';

  constructor(
    private readonly actions: HoverActions,
    /** What should stay in sight, in the stage's coordinates: the map. */
    private readonly kept: () => Rect | undefined,
  ) {
    this.element.addEventListener('pointerenter', () => clearTimeout(this.hideTimer));
    this.element.addEventListener('pointerleave', () => this.hideSoon());
  }

  setModel(model: Model): void {
    this.model = model;
    this.close();
  }

  over(scene: Scene, target: Selection, pick: Pick, at: Point): void {
    clearTimeout(this.showTimer);
    if (this.pinned) return;
    if (!target || !pick) return this.hideSoon();
    clearTimeout(this.hideTimer);
    this.showTimer = setTimeout(() => void this.show(scene, target, pick, at), kDelay);
  }

  pin(): void {
    if (this.element.hidden) return;
    this.pinned = true;
    this.element.classList.add('pinned');
    this.element.setAttribute('role', 'dialog');
    this.element.querySelector('.pin')?.replaceWith(this.pinTool());
  }

  /** Closes the card at once unless it is pinned. */
  leave(): void {
    if (!this.pinned) this.close();
  }

  /** Closes a card; false when there was none. */
  dismiss(): boolean {
    const shown = !this.element.hidden;
    this.close();
    return shown;
  }

  close(): void {
    clearTimeout(this.showTimer);
    clearTimeout(this.hideTimer);
    this.pinned = false;
    this.current = undefined;
    this.element.hidden = true;
    this.element.classList.remove('pinned');
    this.element.setAttribute('role', 'tooltip');
  }

  private hideSoon(): void {
    if (this.pinned) return;
    clearTimeout(this.hideTimer);
    this.hideTimer = setTimeout(() => this.close(), this.element.hidden ? 0 : kGrace);
  }

  private async show(
    scene: Scene,
    target: NonNullable<Selection>,
    pick: NonNullable<Pick>,
    at: Point,
  ): Promise<void> {
    const { model } = this;
    this.current = target;
    this.fill(firstWords(scene, pick), []);
    this.element.hidden = false;
    this.place(at);
    if (!model) return;
    try {
      if (target.node !== undefined) {
        const node = await model.node(target.graph, target.node);
        if (this.current === target) this.fillNode(node);
      } else if (target.tensor !== undefined) {
        const tensor = await model.tensor(target.graph, target.tensor);
        if (this.current === target) this.fillTensor(model, tensor);
      }
    } catch (error) {
      if (this.current === target)
        this.fill(firstWords(scene, pick), [
          ['Unknown', error instanceof Error ? error.message : String(error)],
        ]);
    }
    if (this.current === target && !this.pinned) this.place(at);
  }

  private fillNode(node: NodeResult): void {
    const facts: Fact[] = [];
    if (node.name) facts.push(['Name', node.name]);
    if (node.summary) facts.push(['Does', node.summary]);
    for (const argument of node.inputs)
      if (argument.tensor && !argument.tensor.constant)
        facts.push([argument.role, typeText(argument.tensor)]);
    for (const argument of node.inputs)
      if (argument.tensor?.constant) facts.push([argument.role, typeText(argument.tensor)]);
    for (const argument of node.outputs)
      if (argument.tensor) facts.push([`→ ${argument.role}`, typeText(argument.tensor)]);
    const written = node.attributes.filter((attribute) => !attribute.isDefault);
    for (const attribute of written.slice(0, kMostAttributes)) facts.push([attribute.name, attribute.value]);
    for (const target of node.targets ?? []) facts.push([target.id, verdictText(target)]);
    this.fill(node.op, facts, node.findings);
  }

  private fillTensor(model: Model, tensor: TensorResult): void {
    const facts = tensorFacts(tensor);
    if (tensor.producer) facts.push(['From', node(tensor.producer)]);
    const channels = tensor.quantization && tensor.quantization.count > 1;
    this.fill(
      tensor.name || '(unnamed tensor)',
      facts,
      tensor.findings,
      channels ? [channelTable(model, tensor)] : [],
    );
  }

  private fill(
    title: string,
    facts: Fact[],
    findings: readonly FindingInfo[] = [],
    more: HTMLElement[] = [],
  ): void {
    this.text = factsText(title, facts);
    this.element.replaceChildren(
      h(
        'div',
        { class: 'hover-head' },
        h('strong', {}, ...breakable(title)),
        h(
          'span',
          { class: 'hover-tools' },
          button('Copy', () => this.actions.copy(this.text), 'tool small'),
          this.pinTool(),
        ),
      ),
      h(
        'dl',
        { class: 'facts' },
        ...facts.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, ...breakable(value))]),
      ),
      ...findings.map((finding) => this.finding(finding)),
      ...more,
    );
  }

  private pinTool(): HTMLElement {
    return this.pinned
      ? button('Close', () => this.close(), 'tool small')
      : button('Pin', () => this.pin(), 'tool small pin');
  }

  private finding(finding: FindingInfo): HTMLElement {
    const { graph, node } = finding;
    const text =
      graph !== undefined && node !== undefined
        ? link(finding.message, () => this.actions.go({ graph, node }))
        : finding.message;
    return h(
      'p',
      { class: 'hover-finding' },
      h('span', { class: `severity ${finding.severity}` }),
      ' ',
      text,
    );
  }

  /** Beside the pointer, else above or below it, inside the stage; never under the pointer, nor over the map where avoidable. */
  private place(at: Point): void {
    const stage = this.element.parentElement?.getBoundingClientRect();
    if (!stage) return;
    // Where it lies now would limit how wide it may become.
    Object.assign(this.element.style, { left: '0', top: '0', maxHeight: '' });
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const place = placeCard({ width, height }, at, stage, this.kept());
    if (place.maxHeight !== undefined) this.element.style.maxHeight = `${place.maxHeight}px`;
    this.element.style.left = `${Math.round(place.left)}px`;
    this.element.style.top = `${Math.round(place.top)}px`;
  }
}

function firstWords(scene: Scene, pick: NonNullable<Pick>): string {
  if ('item' in pick)
    return (
      scene.text(scene.items.title[pick.item]) ||
      (scene.items.kind[pick.item] === ItemKind.Node ? 'Node' : 'Tensor')
    );
  return scene.text(scene.edges.label[pick.edge]) || 'Tensor';
}

function node({ op, name }: { op: string; name: string }): string {
  return name ? `${op} ${name}` : op;
}
