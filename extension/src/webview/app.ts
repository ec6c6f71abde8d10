// Holds the parts together: which model and graph are shown, what is selected, and who must know.
import type { FindingInfo, OpenResult } from '../generated/protocol.js';
import type {
  CommandName,
  HostMessage,
  ResponseMessage,
  Settings,
  Target,
  ViewState,
} from '../shared/messages.js';
import { kContentModified, kRequestCancelled, RequestError } from '../shared/messages.js';
import { Announcer } from './announcer.js';
import { Bar, graphLabel } from './bar.js';
import { Board, type Pick } from './board.js';
import { type Camera, firstLook, type Point } from './camera.js';
import { append, h } from './dom.js';
import { Find } from './find.js';
import { Help } from './help.js';
import { Host } from './host.js';
import { Hover } from './hover.js';
import { Inspector } from './inspector/inspector.js';
import { actionOf, type KeyAction } from './keys.js';
import { Legend } from './legend.js';
import { Minimap } from './minimap.js';
import { Model } from './model.js';
import { ItemKind, kNone, type Scene } from './scene.js';
import { sameElement, type Selection } from './selection.js';
import { States } from './states.js';
import { readTheme, type Theme, watchTheme } from './theme.js';
import { start, step, type Step } from './travel.js';

const kPanStep = 80;
const kZoomStep = 1.25;

export class App {
  private readonly host = new Host();
  private readonly board: Board;
  private readonly bar: Bar;
  private readonly inspector: Inspector;
  private readonly hover: Hover;
  private readonly find: Find;
  private readonly minimap: Minimap;
  private readonly legend = new Legend();
  private readonly help = new Help();
  private readonly states: States;
  private readonly announcer = new Announcer();
  private theme: Theme | undefined;
  private settings: Settings = { direction: 'down', wheel: 'pan', unfold: false };
  private model: Model | undefined;
  private graph = 0;
  private selection: Selection;
  /** The card that walking came from, so that going back returns to it. */
  private cameFrom = kNone;
  private showing: AbortController | undefined;
  private pendingReveal: Target | undefined;

  constructor(private readonly body: HTMLElement) {
    this.board = new Board({
      hover: (pick, at) => this.hovered(pick, at),
      pick: (pick) => this.select(this.targetOf(pick)),
      open: (item) => this.openInside(item),
      drawn: (frame) => {
        this.minimap.draw(frame);
        this.bar.setZoom(frame.camera.zoom);
        this.saveState();
      },
    });
    this.bar = new Bar({
      openGraph: (graph) => void this.showGraph(graph),
      nextFinding: () => void this.walkFindings(1),
      fit: () => this.board.fit(),
      actualSize: () => this.board.actualSize(),
      find: () => this.find.open(),
      toggleInspector: () => this.inspector.toggle(),
      help: () => this.help.show(this.settings.direction),
    });
    this.minimap = new Minimap((centre) => this.board.jumpTo({ ...this.board.view, ...centre }));
    this.states = new States({
      cancel: () => this.cancelOpen(),
      retry: () => this.reopen(),
      openBytes: (offset) => this.host.post({ type: 'openBytes', ...(offset !== undefined && { offset }) }),
    });
    this.inspector = new Inspector({
      go: (target) => void this.reveal(target, true),
      openGraph: (graph) => void this.showGraph(graph),
      openRule: (rule) => this.host.post({ type: 'openRule', rule }),
      copy: (text) => this.host.post({ type: 'copy', text }),
      resized: () => this.saveState(),
    });
    this.hover = new Hover({
      go: (target) => void this.reveal(target, true),
      copy: (text) => this.host.post({ type: 'copy', text }),
    });
    this.find = new Find({
      hits: (hits, current) => this.showHits(hits, current),
      go: (target) => void this.reveal(target, false),
      closed: () => this.board.canvas.focus(),
    });
  }

  start(): void {
    this.build();
    this.applyTheme();
    watchTheme(this.body, () => this.applyTheme());
    document.addEventListener('keydown', (event) => this.key(event));
    const saved = this.host.state;
    if (saved) this.inspector.restore(saved.inspectorOpen, saved.inspectorSize);
    this.bar.setInspector(this.inspector.isOpen);
    this.host.listen((message) => void this.receive(message));
    this.host.post({ type: 'ready', ...(saved && { state: saved }) });
  }

  private build(): void {
    const stage = h(
      'div',
      { class: 'stage' },
      this.board.canvas,
      this.legend.element,
      this.minimap.canvas,
      this.find.element,
      this.states.element,
      this.hover.element,
    );
    const { canvas } = this.board;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-roledescription', 'graph');
    canvas.setAttribute('aria-label', 'Graph. Arrow keys walk along edges; question mark lists all keys.');
    const main = h('main', { class: 'main' }, stage, this.inspector.splitter, this.inspector.element);
    this.body.classList.add('netloupe');
    append(this.body, [this.bar.element, main, this.help.element, this.announcer.element]);
    new ResizeObserver(([entry]) =>
      main.classList.toggle('narrow', (entry?.contentRect.width ?? 0) < 640),
    ).observe(main);
  }

  private applyTheme(): void {
    this.theme = readTheme(this.body);
    this.board.setTheme(this.theme);
    this.minimap.setTheme(this.theme);
    this.legend.show(this.board.shown, this.theme);
  }

  // --- messages -----------------------------------------------------------------------------------------------------

  private async receive(message: Exclude<HostMessage, ResponseMessage>): Promise<void> {
    switch (message.type) {
      case 'open':
        this.applySettings(message.settings);
        return this.opened(message.uri, message.open, this.host.state ?? message.state);
      case 'changed':
        return this.changed(message.open);
      case 'progress':
        return this.states.progress(message.message, message.percentage);
      case 'settings':
        return this.changeSettings(message.settings);
      case 'reveal':
        return this.reveal(message.target, true);
      case 'backend':
        return this.backend(message);
      case 'command':
        return this.command(message.name);
    }
  }

  private async opened(uri: string, open: OpenResult, state: ViewState | undefined): Promise<void> {
    const before = this.model ? this.currentState() : state;
    if (!this.accept(uri, open)) return;
    const graph = before && this.model?.graphInfo(before.graph) ? before.graph : this.model?.mainGraph?.id;
    if (graph === undefined) return this.states.empty('This file');
    const camera =
      before && before.graph === graph ? { x: before.x, y: before.y, zoom: before.zoom } : undefined;
    await this.showGraph(graph, camera, before !== undefined);
    if (before?.selection) await this.restoreSelection(before.selection, before.generation);
    if (this.pendingReveal) await this.reveal(this.pendingReveal, true);
  }

  /** A converter wrote the file again: same place, same selection where they still exist. */
  private async changed(open: OpenResult): Promise<void> {
    if (!this.model) return;
    const before = this.currentState();
    if (!this.accept(this.model.uri, open)) return;
    const graph = this.model.graphInfo(before.graph) ? before.graph : this.model.mainGraph?.id;
    if (graph === undefined) return this.states.empty('This file');
    await this.showGraph(graph, graph === before.graph ? before : undefined, true);
    if (before.selection) await this.restoreSelection(before.selection, before.generation);
  }

  private accept(uri: string, open: OpenResult): boolean {
    this.model = new Model(uri, open, this.host.requester);
    this.find.setModel(this.model);
    this.inspector.setModel(this.model);
    this.hover.setModel(this.model);
    this.bar.setFindings(open.summary.findings);
    if (!open.error || open.graphs.length > 0) return true;
    this.board.show(undefined, this.board.view);
    this.bar.setPath([], []);
    this.states.unreadable(open, open.error);
    return false;
  }

  private backend({ state, message }: Extract<HostMessage, { type: 'backend' }>): void {
    if (state === 'starting' && !this.model) this.states.loading('Starting the backend…');
    else if (state === 'crashed') this.announcer.say('The backend stopped and is being started again.');
    else if (state === 'stopped') {
      this.states.stopped(
        message ??
          'It stopped too often to be started again by itself. The output channel “Netloupe” says more.',
      );
    } else if (message && !this.model) this.states.failed(message);
  }

  private cancelOpen(): void {
    this.showing?.abort();
    if (!this.model) this.host.post({ type: 'cancelOpen' });
    this.states.cancelled();
  }

  private reopen(): void {
    this.states.loading('Reading the model…');
    this.host.post({ type: 'reopen' });
  }

  private applySettings(settings: Settings): void {
    this.settings = settings;
    this.board.wheel = settings.wheel;
  }

  private async changeSettings(settings: Settings): Promise<void> {
    const { direction, unfold } = this.settings;
    this.applySettings(settings);
    if (settings.direction === direction && settings.unfold === unfold) return;
    const { selection } = this;
    await this.showGraph(this.graph);
    if (selection) await this.reveal(selection, false);
  }

  private async command(name: CommandName): Promise<void> {
    const { direction, unfold } = this.settings;
    switch (name) {
      case 'toggleDirection':
        return this.changeSettings({ ...this.settings, direction: direction === 'down' ? 'right' : 'down' });
      case 'toggleUnfold':
        return this.changeSettings({ ...this.settings, unfold: !unfold });
      case 'showKeys':
        return this.act('help');
      default:
        return this.act(name);
    }
  }

  // --- graphs -------------------------------------------------------------------------------------------------------

  private async showGraph(graph: number, camera?: Camera, keep = false): Promise<void> {
    const { model } = this;
    if (!model) return;
    this.showing?.abort();
    const showing = (this.showing = new AbortController());
    const { direction, unfold } = this.settings;
    if (!keep || !this.board.shown) this.states.loading('Drawing the graph…');
    try {
      const scene = await model.scene(graph, direction, unfold, showing.signal);
      if (showing.signal.aborted || model !== this.model) return;
      this.place(model, scene, camera, keep);
    } catch (error) {
      this.failed(error);
    }
  }

  private place(model: Model, scene: Scene, camera: Camera | undefined, keep: boolean): void {
    const same = keep && this.board.shown?.graph === scene.graph;
    this.graph = scene.graph;
    const first = start(scene);
    const anchor = first === kNone ? { x: 0, y: 0 } : centre(scene, first);
    const { bounds } = scene;
    this.board.show(scene, camera ?? firstLook(bounds, this.board.viewport, anchor, scene.direction), same);
    this.minimap.setScene(scene);
    this.legend.show(scene, this.theme);
    this.bar.setPath(
      model.path(scene.graph),
      model.opened.graphs.filter((graph) => graph.parent === undefined),
    );
    this.find.setGraph(scene.graph);
    this.hover.close();
    if (!keep) this.setSelection(undefined);
    if (scene.items.count > 0) this.states.hide();
    else this.states.empty(graphName(model, scene.graph));
  }

  private failed(error: unknown): void {
    const code = error instanceof RequestError ? error.code : 0;
    if (code === kRequestCancelled || code === kContentModified) return;
    this.states.failed(error instanceof Error ? error.message : String(error));
  }

  // --- selection ----------------------------------------------------------------------------------------------------

  private targetOf(pick: Pick): Selection {
    const scene = this.board.shown;
    if (!pick || !scene) return undefined;
    if ('edge' in pick) return { graph: scene.graph, tensor: scene.edges.tensor[pick.edge] };
    const id = scene.items.id[pick.item];
    const node = scene.items.kind[pick.item] === ItemKind.Node;
    return node ? { graph: scene.graph, node: id } : { graph: scene.graph, tensor: id };
  }

  /** The user's own selection: the host is told. */
  private select(selection: Selection): void {
    if (sameElement(selection, this.selection)) return;
    this.cameFrom = this.board.marked.item;
    this.setSelection(selection);
    const { graph, node, tensor } = selection ?? {};
    const target =
      graph === undefined
        ? undefined
        : { graph, ...(node !== undefined && { node }), ...(tensor !== undefined && { tensor }) };
    this.host.post({ type: 'select', ...(target && { target }) });
  }

  private setSelection(selection: Selection): void {
    this.selection = selection;
    const scene = this.board.shown;
    if (scene) this.board.mark(marksOf(scene, selection));
    void this.inspector.show(selection);
    void this.describe(selection);
    this.saveState();
  }

  /** Says what was selected, and learns the key by which to find it again. */
  private async describe(selection: Selection): Promise<void> {
    const { model } = this;
    if (!model || !selection) return;
    try {
      if (selection.node !== undefined) {
        const node = await model.node(selection.graph, selection.node);
        if (selection === this.selection) this.announcer.node(node);
        selection.key = node.key;
      } else if (selection.tensor !== undefined) {
        const tensor = await model.tensor(selection.graph, selection.tensor);
        if (selection === this.selection) this.announcer.tensor(tensor);
        selection.key = tensor.key;
      }
      this.saveState();
    } catch {
      // The inspector shows the error; without a key the selection is merely not restored.
    }
  }

  /** Selects an element and brings it into view, changing the graph when it lies in another. */
  private async reveal(target: Target, tell: boolean): Promise<void> {
    if (!this.model || this.model.opened.graphs.length === 0) {
      this.pendingReveal = target;
      return;
    }
    this.pendingReveal = undefined;
    if (target.graph !== this.graph || !this.board.shown) await this.showGraph(target.graph);
    const scene = this.board.shown;
    if (!scene || scene.graph !== target.graph) return;
    if (tell) this.select(target);
    else this.setSelection(target);
    const rect = rectOf(scene, target);
    if (rect) this.board.reveal(rect, this.board.view.zoom < 0.3);
  }

  private async restoreSelection(selection: Target & { key?: string }, generation: number): Promise<void> {
    const { model } = this;
    if (!model) return;
    if (generation === model.opened.generation || selection.key === undefined) {
      if (generation === model.opened.generation && selection.graph === this.graph)
        this.setSelection({ ...selection });
      else this.setSelection(undefined);
      return;
    }
    try {
      const found = await model.resolve(selection.key);
      if (model !== this.model) return;
      const here = found.graph === this.graph && (found.node !== undefined || found.tensor !== undefined);
      this.setSelection(here ? { graph: this.graph, ...found } : undefined);
    } catch (error) {
      this.setSelection(undefined);
      this.failed(error);
    }
  }

  private hovered(pick: Pick, at: Point): void {
    const scene = this.board.shown;
    if (scene) this.hover.over(scene, this.targetOf(pick), pick, at);
  }

  private showHits(hits: readonly Target[], current: Target | undefined): void {
    const scene = this.board.shown;
    if (!scene) return;
    const items = new Set<number>();
    for (const hit of hits) for (const item of itemsOf(scene, hit)) items.add(item);
    const currentHit = current ? (itemsOf(scene, current)[0] ?? kNone) : kNone;
    this.board.mark({ hits: [...items], currentHit });
    this.minimap.setHits([...items]);
  }

  /** A node that holds graphs opens the first; others open in the inspector. */
  private openInside(item: number): void {
    const scene = this.board.shown;
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
      else this.inspector.open(true);
    } catch (error) {
      this.announcer.say(error instanceof Error ? error.message : String(error));
    }
  }

  private async walkFindings(sense: 1 | -1): Promise<void> {
    const { model } = this;
    if (!model) return;
    const placed = (await model.findings()).filter(
      (finding) => finding.graph !== undefined && (finding.node ?? finding.tensor) !== undefined,
    );
    if (placed.length === 0) return this.announcer.say('No findings to go to.');
    const at = placed.findIndex((finding) => sameElement(targetOfFinding(finding), this.selection));
    const next =
      at < 0 ? (sense === 1 ? 0 : placed.length - 1) : (at + sense + placed.length) % placed.length;
    const target = targetOfFinding(placed[next]);
    if (target) await this.reveal(target, true);
    this.announcer.say(`Finding ${next + 1} of ${placed.length}: ${placed[next].message}`);
  }

  // --- keys ---------------------------------------------------------------------------------------------------------

  private key(event: KeyboardEvent): void {
    const action = actionOf(event, this.settings.direction);
    if (!action || event.defaultPrevented) return;
    const typing =
      event.target instanceof HTMLElement && event.target.closest('input, select, textarea, dialog') !== null;
    const anywhere =
      action === 'find' ? event.key !== '/' : action === 'nextFinding' || action === 'previousFinding';
    if (typing && !anywhere && action !== 'clear') return;
    const onCanvas = event.target === this.board.canvas || event.target === this.body;
    if (!onCanvas && !anywhere && !kEverywhere.has(action)) return;
    if (action === 'copyName' && (getSelection()?.toString() ?? '') !== '') return;
    event.preventDefault();
    void this.act(action);
  }

  private async act(action: KeyAction): Promise<void> {
    const { board } = this;
    switch (action) {
      case 'forward':
      case 'backward':
      case 'before':
      case 'after':
        return this.walk(action);
      case 'panUp':
        return board.pan(0, kPanStep);
      case 'panDown':
        return board.pan(0, -kPanStep);
      case 'panLeft':
        return board.pan(kPanStep, 0);
      case 'panRight':
        return board.pan(-kPanStep, 0);
      case 'fit':
        return board.fit();
      case 'actualSize':
        return board.actualSize();
      case 'zoomIn':
        return board.zoomBy(kZoomStep);
      case 'zoomOut':
        return board.zoomBy(1 / kZoomStep);
      case 'zoomToSelection':
        return this.zoomToSelection();
      case 'open':
        return this.openSelected();
      case 'openParent':
        return this.openParent();
      case 'clear':
        return this.clear();
      case 'find':
        return this.find.open();
      case 'nextFinding':
        return this.walkFindings(1);
      case 'previousFinding':
        return this.walkFindings(-1);
      case 'toggleInspector':
        this.inspector.toggle();
        return this.bar.setInspector(this.inspector.isOpen);
      case 'pinHover':
        return this.hover.pin();
      case 'copyName':
        return this.inspector.copyName();
      case 'help':
        return this.help.show(this.settings.direction);
    }
  }

  private walk(way: Step): void {
    const scene = this.board.shown;
    if (!scene) return;
    const { item, tensor } = this.board.marked;
    let next: number;
    if (item !== kNone) next = step(scene, item, way, this.cameFrom);
    else if (tensor !== kNone) next = endOf(scene, tensor, way);
    else next = start(scene);
    if (next === kNone) return this.announcer.say(kDeadEnds[way]);
    this.select(this.targetOf({ item: next }));
    this.cameFrom = item;
    this.board.mark({ item: next });
    this.board.reveal(scene.itemRect(next), this.board.view.zoom < 0.2);
  }

  private zoomToSelection(): void {
    const scene = this.board.shown;
    const rect = scene && this.selection && rectOf(scene, this.selection);
    if (!rect) return this.board.fit();
    const target = { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
    const { x, y, zoom } = this.board.view;
    const there = Math.hypot(x - target.x, y - target.y) * zoom < 2 && zoom >= 0.9;
    if (there) this.board.fit();
    else this.board.flyTo({ ...target, zoom: Math.max(1, Math.min(1.2, zoom)) });
  }

  private openSelected(): void {
    const { item } = this.board.marked;
    if (item !== kNone) this.openInside(item);
    else this.inspector.open(true);
  }

  private async openParent(): Promise<void> {
    const info = this.model?.graphInfo(this.graph);
    if (info?.parent === undefined) return;
    const { parent, owner } = info;
    await this.showGraph(parent);
    if (owner !== undefined) await this.reveal({ graph: parent, node: owner }, true);
  }

  private clear(): void {
    if (this.hover.dismiss() || this.find.close()) return;
    this.select(undefined);
    this.board.canvas.focus();
  }

  // --- state --------------------------------------------------------------------------------------------------------

  private currentState(): ViewState {
    const { x, y, zoom } = this.board.view;
    return {
      generation: this.model?.opened.generation ?? 0,
      graph: this.graph,
      x,
      y,
      zoom,
      ...(this.selection && { selection: this.selection }),
      inspectorOpen: this.inspector.isOpen,
      inspectorSize: this.inspector.size,
    };
  }

  private saveState(): void {
    if (this.board.shown) this.host.save(this.currentState());
  }
}

/** Keys that also work while the focus is in the inspector or the bar. */
const kEverywhere = new Set<KeyAction>([
  'clear',
  'help',
  'toggleInspector',
  'fit',
  'zoomToSelection',
  'copyName',
]);

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

function centre(scene: Scene, item: number): Point {
  const { x, y, width, height } = scene.itemRect(item);
  return { x: x + width / 2, y: y + height / 2 };
}

function targetOfFinding(finding: FindingInfo): Target | undefined {
  const { graph, node, tensor } = finding;
  if (graph === undefined) return undefined;
  return node !== undefined ? { graph, node } : tensor !== undefined ? { graph, tensor } : { graph };
}

function marksOf(scene: Scene, selection: Selection): { item: number; tensor: number } {
  if (!selection || selection.graph !== scene.graph) return { item: kNone, tensor: kNone };
  if (selection.node !== undefined) return { item: scene.findNode(selection.node), tensor: kNone };
  const tensor = selection.tensor ?? kNone;
  return { item: tensor === kNone ? kNone : scene.findIo(tensor), tensor };
}

/** Cards that stand for an element: its own, or those at the ends of a tensor's edges. */
function itemsOf(scene: Scene, target: Target): number[] {
  if (target.graph !== scene.graph) return [];
  if (target.node !== undefined) return [scene.findNode(target.node)].filter((item) => item !== kNone);
  if (target.tensor === undefined) return [];
  const io = scene.findIo(target.tensor);
  if (io !== kNone) return [io];
  const edge = scene.edgesOfTensor(target.tensor)[0];
  return edge === undefined ? [] : [scene.edges.source[edge]];
}

function rectOf(scene: Scene, target: Target): ReturnType<Scene['itemRect']> | undefined {
  const item = itemsOf(scene, target)[0];
  return item === undefined ? undefined : scene.itemRect(item);
}

function endOf(scene: Scene, tensor: number, way: Step): number {
  const edge = scene.edgesOfTensor(tensor)[0];
  if (edge === undefined) return kNone;
  return way === 'backward' || way === 'before' ? scene.edges.source[edge] : scene.edges.target[edge];
}
