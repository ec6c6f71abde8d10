// What is shown: which model and graph, from where, and which element is selected. Everything that changes one of these goes
// through here, so that canvas, inspector, find and host agree.
import type { OpenResult, ReadError } from '../generated/protocol.js';
import { firstGraph } from '../shared/first_graph.js';
import type { OverlayName, PreparedView, Settings, Target, ViewState } from '../shared/messages.js';
import { kContentModified, kRequestCancelled, RequestError } from '../shared/messages.js';
import { isOverlay, overlaysOf, targetIn } from '../shared/overlays.js';
import type { Announcer } from './announcer.js';
import { type Bar, graphLabel } from './bar.js';
import type { Board } from './board.js';
import { type Camera, firstLook, type Point } from './camera.js';
import { centre, endOf, itemsOf, marksOf, rectOf, targetOf, targetOfFinding } from './elements.js';
import type { Find } from './find.js';
import { heatOf, type Metric } from './heat.js';
import type { Host } from './host.js';
import type { Hover } from './hover.js';
import type { Inspector } from './inspector/inspector.js';
import type { Legend } from './legend.js';
import type { Minimap } from './minimap.js';
import { Model } from './model.js';
import { placedOf } from './placed.js';
import { ItemKind, kNone, type Scene } from './scene.js';
import { sameElement, type Selection } from './selection.js';
import type { SizeView } from './size/size_view.js';
import type { States } from './states.js';
import { start, step, type Step } from './travel.js';

export interface Parts {
  host: Host;
  board: Board;
  bar: Bar;
  inspector: Inspector;
  hover: Hover;
  find: Find;
  minimap: Minimap;
  legend: Legend;
  size: SizeView;
  states: States;
  announcer: Announcer;
}

export class Viewer {
  settings: Settings = { direction: 'down', wheel: 'pan', unfold: false };
  model: Model | undefined;
  private graph = 0;
  /** The colours that were asked for: those of a target wait until the model is judged for it. */
  private wanted: OverlayName = 'dtype';
  private selection: Selection;
  /** The card that walking came from, so that going back returns to it. */
  private cameFrom = kNone;
  private showing: AbortController | undefined;
  private pendingReveal: Target | undefined;
  /** Grows with whatever decides what is shown, so that what was begun before knows that it came too late. */
  private turn = 0;
  /** Where one looked from when one left a graph. */
  private readonly cameras = new Map<number, Camera>();

  constructor(private readonly parts: Parts) {}

  /** Gives up reading or drawing; false when there was nothing of a model yet, so that the host must give up too. */
  abort(): boolean {
    this.showing?.abort();
    return this.model !== undefined;
  }

  async opened(
    uri: string,
    open: OpenResult,
    state: ViewState | undefined,
    view: PreparedView | undefined,
  ): Promise<void> {
    const before = this.model ? this.currentState() : state;
    await this.adopt(uri, open, before, view);
    if (this.pendingReveal) await this.reveal(this.pendingReveal);
  }

  /** A converter wrote the file again: same place, same selection where they still exist. */
  async changed(open: OpenResult): Promise<void> {
    if (this.model) await this.adopt(this.model.uri, open, this.currentState());
  }

  private async adopt(
    uri: string,
    open: OpenResult,
    before: ViewState | undefined,
    view?: PreparedView,
  ): Promise<void> {
    const turn = ++this.turn;
    const model = (this.model = new Model(uri, open, this.parts.host.requester, view));
    this.cameras.clear();
    this.wanted = isOverlay(before?.overlay) ? before.overlay : 'dtype';
    this.parts.bar.setTargets(open.targets);
    this.parts.bar.setOverlay(this.overlay);
    this.parts.find.setModel(model);
    this.parts.inspector.setModel(model);
    this.parts.hover.setModel(model);
    if (before?.size) this.parts.size.restore(before.size);
    this.parts.size.setModel(model);
    this.parts.bar.setFindings(open.summary.findings);
    if (open.error && open.graphs.length === 0) return this.unreadable(open, open.error);
    const graph = firstGraph(open, before)?.id;
    if (graph === undefined) return this.parts.states.empty('This file');
    const marked = this.anchor();
    const camera = before?.graph === graph ? { x: before.x, y: before.y, zoom: before.zoom } : undefined;
    await this.showGraph(graph, camera, before !== undefined);
    if (turn !== this.turn) return;
    await this.restoreSelection(before?.selection);
    if (turn === this.turn && marked) this.holdStill(marked);
  }

  private unreadable(open: OpenResult, error: ReadError): void {
    this.parts.board.show(undefined, this.parts.board.view);
    this.parts.minimap.setScene(undefined);
    this.parts.legend.setScene(undefined);
    this.parts.bar.setPath([], []);
    this.parts.inspector.clear();
    this.parts.states.unreadable(open, error);
  }

  /** Where the selected card is on the graph. */
  private anchor(): Point | undefined {
    const { item } = this.parts.board.marked;
    return this.parts.board.shown && item !== kNone ? centre(this.parts.board.shown, item) : undefined;
  }

  /** The selected card moved in the new drawing: the view moves with it, so that it stays under the eye. */
  private holdStill(before: Point): void {
    const now = this.anchor();
    const { view } = this.parts.board;
    if (now) this.parts.board.jumpTo({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y });
  }

  applySettings(settings: Settings): void {
    this.settings = settings;
    this.parts.board.wheel = settings.wheel;
  }

  async changeSettings(settings: Settings): Promise<void> {
    const { direction, unfold } = this.settings;
    this.applySettings(settings);
    if (settings.direction === direction && settings.unfold === unfold) return;
    const { selection } = this;
    this.cameras.clear();
    await this.showGraph(this.graph);
    if (selection) await this.reveal(selection);
  }

  // --- graphs -------------------------------------------------------------------------------------------------------

  /** `keep` leaves selection and picture as they are until the new ones are there: the same graph, read again. */
  async showGraph(graph: number, camera?: Camera, keep = false): Promise<void> {
    const { model } = this;
    if (!model) return;
    this.showing?.abort();
    const showing = (this.showing = new AbortController());
    const { direction, unfold } = this.settings;
    if (this.parts.board.shown) this.parts.states.loadingSoon('Drawing the graph…');
    else this.parts.states.loading('Drawing the graph…');
    try {
      const scene = await model.scene(graph, direction, unfold, showing.signal);
      // The picture before has the colours already; without one, the graph comes first and its colours follow.
      if (keep && this.parts.board.shown) await this.colour(model, scene).catch(() => undefined);
      if (showing.signal.aborted || model !== this.model) return;
      this.place(model, scene, camera, keep);
    } catch (error) {
      if (!showing.signal.aborted) this.failed(error);
    }
  }

  private place(model: Model, scene: Scene, camera: Camera | undefined, keep: boolean): void {
    const { shown } = this.parts.board;
    if (shown && shown.graph !== scene.graph) this.cameras.set(shown.graph, this.parts.board.view);
    const same = shown?.graph === scene.graph && shown.direction === scene.direction;
    this.graph = scene.graph;
    const first = start(scene);
    const anchor = first === kNone ? { x: 0, y: 0 } : centre(scene, first);
    const look = camera ?? (same ? undefined : this.cameras.get(scene.graph));
    if (!shows(scene, this.overlay)) scene.overlay = undefined;
    if (this.overlay !== 'dtype' && !scene.overlay) void this.recolour(model, scene);
    this.parts.board.show(
      scene,
      look ?? ((viewport) => firstLook(scene.bounds, viewport, anchor, scene.direction)),
      keep && same,
    );
    this.parts.minimap.setScene(scene);
    this.parts.legend.setScene(scene);
    this.parts.bar.setPath(
      model.path(scene.graph),
      model.opened.graphs.filter((graph) => graph.parent === undefined),
    );
    this.parts.find.setGraph(scene.graph);
    this.parts.hover.close();
    if (!keep) this.setSelection(undefined);
    const [damage] = model.opened.damages ?? [];
    if (scene.items.count > 0) this.parts.states.hide();
    else if (damage) this.parts.states.damaged(model.opened, damage);
    else this.parts.states.empty(graphName(model, scene.graph));
  }

  private get overlay(): OverlayName {
    const known = overlaysOf(this.model?.opened.targets).some(({ overlay }) => overlay === this.wanted);
    return known ? this.wanted : 'dtype';
  }

  /** Costs or verdicts as colours, or the colours of categories and types again. */
  async setOverlay(overlay: OverlayName): Promise<void> {
    this.wanted = overlay;
    this.parts.bar.setOverlay(this.overlay);
    this.saveState();
    const scene = this.parts.board.shown;
    if (this.model && scene) await this.recolour(this.model, scene);
  }

  private async recolour(model: Model, scene: Scene): Promise<void> {
    const { overlay } = this;
    try {
      await this.colour(model, scene);
    } catch (error) {
      if (model === this.model)
        this.parts.announcer.say(error instanceof Error ? error.message : String(error));
      return;
    }
    if (scene !== this.parts.board.shown || overlay !== this.overlay) return;
    this.parts.board.recolour();
    this.parts.minimap.recolour();
    this.parts.legend.setScene(scene);
  }

  private async colour(model: Model, scene: Scene): Promise<void> {
    const { overlay } = this;
    const made = overlay === 'dtype' ? undefined : await this.makeOverlay(model, scene, overlay);
    if (overlay === this.overlay) scene.overlay = made;
  }

  private async makeOverlay(model: Model, scene: Scene, overlay: OverlayName): Promise<Scene['overlay']> {
    const { unfold } = this.settings;
    const { kind } = scene.items;
    const target = targetIn(overlay);
    if (target !== undefined) return placedOf(await model.target(scene.graph, target, unfold), kind);
    const metric = overlay as Metric;
    return heatOf(metric, await model.overlay(scene.graph, metric, unfold), kind);
  }

  private failed(error: unknown): void {
    const code = error instanceof RequestError ? error.code : 0;
    if (code === kRequestCancelled || code === kContentModified) return;
    this.parts.states.failed(error instanceof Error ? error.message : String(error));
  }

  // --- selection ----------------------------------------------------------------------------------------------------

  /** The user's own selection: the host is told. */
  select(selection: Selection): void {
    if (sameElement(selection, this.selection)) return;
    this.cameFrom = this.parts.board.marked.item;
    this.setSelection(selection);
    const { graph, node, tensor } = selection ?? {};
    const target =
      graph === undefined
        ? undefined
        : { graph, ...(node !== undefined && { node }), ...(tensor !== undefined && { tensor }) };
    this.parts.host.post({ type: 'select', ...(target && { target }) });
  }

  private setSelection(selection: Selection): void {
    this.selection = selection && { ...selection };
    const scene = this.parts.board.shown;
    if (scene) this.parts.board.mark(marksOf(scene, this.selection));
    void this.parts.inspector.show(this.selection);
    void this.describe(this.selection);
    this.saveState();
  }

  /** Says what was selected, and learns the key by which to find it again. */
  private async describe(selection: Selection): Promise<void> {
    const { model } = this;
    if (!model || !selection) return;
    try {
      if (selection.node !== undefined) {
        const node = await model.node(selection.graph, selection.node);
        if (selection === this.selection) this.parts.announcer.node(node);
        selection.key = node.key;
      } else if (selection.tensor !== undefined) {
        const tensor = await model.tensor(selection.graph, selection.tensor);
        if (selection === this.selection) this.parts.announcer.tensor(tensor);
        selection.key = tensor.key;
      }
      this.saveState();
    } catch {
      // The inspector shows the error; without a key the selection is merely not restored.
    }
  }

  /** Selects an element and brings it into view, changing the graph when it lies in another. */
  async reveal(target: Target): Promise<void> {
    if (!this.model || this.model.opened.graphs.length === 0) {
      this.pendingReveal = target;
      return;
    }
    const turn = ++this.turn;
    this.pendingReveal = undefined;
    if (target.graph !== this.graph || !this.parts.board.shown) await this.showGraph(target.graph);
    const scene = this.parts.board.shown;
    if (turn !== this.turn || !scene || scene.graph !== target.graph) return;
    this.select(target);
    const item = itemsOf(scene, target)[0] ?? (await this.consumerOf(scene, target));
    if (item === undefined || turn !== this.turn) return;
    // A constant has no line of its own: the card that takes it is shown instead.
    if (this.parts.board.marked.item === kNone && scene.edgesOfTensor(target.tensor ?? kNone).length === 0) {
      this.parts.board.mark({ item });
    }
    this.parts.board.reveal(scene.itemRect(item), this.parts.board.view.zoom < 0.3);
  }

  private async consumerOf(scene: Scene, { graph, tensor }: Target): Promise<number | undefined> {
    if (tensor === undefined) return undefined;
    const consumer = (await this.model?.tensor(graph, tensor))?.consumers[0];
    const item = consumer ? scene.findNode(consumer.node) : kNone;
    return item === kNone ? undefined : item;
  }

  /** Ids may have moved since, keys have not. */
  private async restoreSelection(selection: Selection): Promise<void> {
    const { model } = this;
    if (!model || selection?.key === undefined) return this.setSelection(undefined);
    const { turn } = this;
    // Whoever selects meanwhile, by hand or by a click in the Problems panel, means the newer thing.
    const before = this.selection;
    const overtaken = () => turn !== this.turn || before !== this.selection;
    try {
      const { graph, ...element } = await model.resolve(selection.key);
      if (overtaken()) return;
      const here = graph === this.graph && (element.node ?? element.tensor) !== undefined;
      this.setSelection(here ? { graph, ...element, key: selection.key } : undefined);
    } catch (error) {
      if (overtaken()) return;
      this.setSelection(undefined);
      this.parts.announcer.say(error instanceof Error ? error.message : String(error));
    }
  }

  showHits(hits: readonly Target[], current: Target | undefined): void {
    const scene = this.parts.board.shown;
    if (!scene) return;
    const items = new Set<number>();
    for (const hit of hits) for (const item of itemsOf(scene, hit)) items.add(item);
    const currentHit = current ? (itemsOf(scene, current)[0] ?? kNone) : kNone;
    this.parts.board.mark({ hits: [...items], currentHit });
    this.parts.minimap.setHits([...items]);
  }

  /** A node that holds graphs opens the first; others open in the inspector. */
  openInside(item: number): void {
    const scene = this.parts.board.shown;
    const { model } = this;
    if (!scene || !model || scene.items.kind[item] !== ItemKind.Node) return;
    const inner = model.graphsOf(scene.graph, scene.items.id[item])[0];
    if (inner) void this.showGraph(inner.id);
    else void this.openCallee(model, scene.graph, scene.items.id[item]);
  }

  private async openCallee(model: Model, graph: number, node: number): Promise<void> {
    try {
      const { callee } = await model.node(graph, node);
      if (callee !== undefined) await this.showGraph(callee);
      else this.parts.inspector.open(true);
    } catch (error) {
      this.parts.announcer.say(error instanceof Error ? error.message : String(error));
    }
  }

  async walkFindings(sense: 1 | -1): Promise<void> {
    const { model } = this;
    if (!model) return;
    const placed = (await model.findings()).filter(
      (finding) => finding.graph !== undefined && (finding.node ?? finding.tensor) !== undefined,
    );
    if (placed.length === 0) return this.parts.announcer.say('No findings to go to.');
    const at = placed.findIndex((finding) => sameElement(targetOfFinding(finding), this.selection));
    const next =
      at < 0 ? (sense === 1 ? 0 : placed.length - 1) : (at + sense + placed.length) % placed.length;
    const target = targetOfFinding(placed[next]);
    if (target) await this.reveal(target);
    this.parts.announcer.say(`Finding ${next + 1} of ${placed.length}: ${placed[next].message}`);
  }

  // --- walking ------------------------------------------------------------------------------------------------------

  walk(way: Step): void {
    const scene = this.parts.board.shown;
    if (!scene) return;
    const { item, tensor } = this.parts.board.marked;
    let next: number;
    if (item !== kNone) next = step(scene, item, way, this.cameFrom);
    else if (tensor !== kNone) next = endOf(scene, tensor, way);
    else next = start(scene);
    if (next === kNone) return this.parts.announcer.say(kDeadEnds[way]);
    this.select(targetOf(this.parts.board.shown, { item: next }));
    this.cameFrom = item;
    this.parts.board.mark({ item: next });
    this.parts.board.reveal(scene.itemRect(next), this.parts.board.view.zoom < 0.2);
  }

  zoomToSelection(): void {
    const scene = this.parts.board.shown;
    const rect = scene && this.selection && rectOf(scene, this.selection);
    if (!rect) return this.parts.board.fit();
    const target = { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
    const { x, y, zoom } = this.parts.board.view;
    const there = Math.hypot(x - target.x, y - target.y) * zoom < 2 && zoom >= 0.9;
    if (there) this.parts.board.fit();
    else this.parts.board.flyTo({ ...target, zoom: Math.max(1, Math.min(1.2, zoom)) });
  }

  openSelected(): void {
    const { item } = this.parts.board.marked;
    if (item !== kNone) this.openInside(item);
    else this.parts.inspector.open(true);
  }

  async openParent(): Promise<void> {
    const info = this.model?.graphInfo(this.graph);
    if (info?.parent === undefined) return;
    const { parent, owner } = info;
    await this.showGraph(parent);
    if (owner !== undefined) await this.reveal({ graph: parent, node: owner });
  }

  // --- state --------------------------------------------------------------------------------------------------------

  private currentState(): ViewState {
    const { x, y, zoom } = this.parts.board.view;
    return {
      generation: this.model?.opened.generation ?? 0,
      graph: this.graph,
      x,
      y,
      zoom,
      ...(this.selection && { selection: this.selection }),
      inspectorOpen: this.parts.inspector.isOpen,
      inspectorSize: this.parts.inspector.size,
      overlay: this.wanted,
      ...(this.parts.size.state && { size: this.parts.size.state }),
    };
  }

  saveState(): void {
    if (this.parts.board.shown) this.parts.host.save(this.currentState());
  }
}

function shows({ overlay }: Scene, name: OverlayName): boolean {
  if (!overlay) return name === 'dtype';
  return overlay.kind === 'heat' ? overlay.metric === name : overlay.target === targetIn(name);
}

const kDeadEnds: Record<Step, string> = {
  forward: 'No successor.',
  backward: 'No predecessor.',
  before: 'No sibling before.',
  after: 'No sibling after.',
};

function graphName(model: Model, graph: number): string {
  const info = model.graphInfo(graph);
  return info ? graphLabel(info) : 'This graph';
}
