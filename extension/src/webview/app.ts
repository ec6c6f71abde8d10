// Holds the parts together: which model and graph are shown, what is selected, and who must know.
import type { OpenResult, ReadError } from '../generated/protocol.js';
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
import { centre, endOf, itemsOf, marksOf, rectOf, targetOf, targetOfFinding } from './elements.js';
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
  /** Grows with whatever decides what is shown, so that what was begun before knows that it came too late. */
  private turn = 0;
  /** Where one looked from when one left a graph. */
  private readonly cameras = new Map<number, Camera>();

  constructor(private readonly body: HTMLElement) {
    this.board = new Board({
      hover: (pick, at) => this.hovered(pick, at),
      pick: (pick) => this.select(targetOf(this.board.shown, pick)),
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
      resized: () => {
        this.bar.setInspector(this.inspector.isOpen);
        this.saveState();
      },
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
    await this.adopt(uri, open, before);
    if (this.pendingReveal) await this.reveal(this.pendingReveal, true);
  }

  /** A converter wrote the file again: same place, same selection where they still exist. */
  private async changed(open: OpenResult): Promise<void> {
    if (this.model) await this.adopt(this.model.uri, open, this.currentState());
  }

  private async adopt(uri: string, open: OpenResult, before: ViewState | undefined): Promise<void> {
    const turn = ++this.turn;
    const model = (this.model = new Model(uri, open, this.host.requester));
    this.cameras.clear();
    this.find.setModel(model);
    this.inspector.setModel(model);
    this.hover.setModel(model);
    this.bar.setFindings(open.summary.findings);
    if (open.error && open.graphs.length === 0) return this.unreadable(open, open.error);
    const graph = before && model.graphInfo(before.graph) ? before.graph : model.mainGraph?.id;
    if (graph === undefined) return this.states.empty('This file');
    const marked = this.anchor();
    const camera = before?.graph === graph ? { x: before.x, y: before.y, zoom: before.zoom } : undefined;
    await this.showGraph(graph, camera, before !== undefined);
    if (turn !== this.turn) return;
    await this.restoreSelection(before?.selection);
    if (turn === this.turn && marked) this.holdStill(marked);
  }

  private unreadable(open: OpenResult, error: ReadError): void {
    this.board.show(undefined, this.board.view);
    this.minimap.setScene(undefined);
    this.legend.show(undefined, this.theme);
    this.bar.setPath([], []);
    this.inspector.clear();
    this.states.unreadable(open, error);
  }

  /** Where the selected card is on the graph. */
  private anchor(): Point | undefined {
    const { item } = this.board.marked;
    return this.board.shown && item !== kNone ? centre(this.board.shown, item) : undefined;
  }

  /** The selected card moved in the new drawing: the view moves with it, so that it stays under the eye. */
  private holdStill(before: Point): void {
    const now = this.anchor();
    const { view } = this.board;
    if (now) this.board.jumpTo({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y });
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
    this.cameras.clear();
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

  /** `keep` leaves selection and picture as they are until the new ones are there: the same graph, read again. */
  private async showGraph(graph: number, camera?: Camera, keep = false): Promise<void> {
    const { model } = this;
    if (!model) return;
    this.showing?.abort();
    const showing = (this.showing = new AbortController());
    const { direction, unfold } = this.settings;
    if (this.board.shown) this.states.loadingSoon('Drawing the graph…');
    else this.states.loading('Drawing the graph…');
    try {
      const scene = await model.scene(graph, direction, unfold, showing.signal);
      if (showing.signal.aborted || model !== this.model) return;
      this.place(model, scene, camera, keep);
    } catch (error) {
      if (!showing.signal.aborted) this.failed(error);
    }
  }

  private place(model: Model, scene: Scene, camera: Camera | undefined, keep: boolean): void {
    const { shown } = this.board;
    if (shown && shown.graph !== scene.graph) this.cameras.set(shown.graph, this.board.view);
    const same = shown?.graph === scene.graph && shown.direction === scene.direction;
    this.graph = scene.graph;
    const first = start(scene);
    const anchor = first === kNone ? { x: 0, y: 0 } : centre(scene, first);
    const look = camera ?? (same ? undefined : this.cameras.get(scene.graph));
    this.board.show(
      scene,
      look ?? ((viewport) => firstLook(scene.bounds, viewport, anchor, scene.direction)),
      keep && same,
    );
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
    const turn = ++this.turn;
    this.pendingReveal = undefined;
    if (target.graph !== this.graph || !this.board.shown) await this.showGraph(target.graph);
    const scene = this.board.shown;
    if (turn !== this.turn || !scene || scene.graph !== target.graph) return;
    if (tell) this.select(target);
    else this.setSelection(target);
    const item = itemsOf(scene, target)[0] ?? (await this.consumerOf(scene, target));
    if (item === undefined || turn !== this.turn) return;
    // A constant has no line of its own: the card that takes it is shown instead.
    if (this.board.marked.item === kNone && scene.edgesOfTensor(target.tensor ?? kNone).length === 0) {
      this.board.mark({ item });
    }
    this.board.reveal(scene.itemRect(item), this.board.view.zoom < 0.3);
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
    try {
      const { graph, ...element } = await model.resolve(selection.key);
      if (model !== this.model) return;
      const here = graph === this.graph && (element.node ?? element.tensor) !== undefined;
      this.setSelection(here ? { graph, ...element, key: selection.key } : undefined);
    } catch (error) {
      this.setSelection(undefined);
      this.announcer.say(error instanceof Error ? error.message : String(error));
    }
  }

  private hovered(pick: Pick, at: Point): void {
    const scene = this.board.shown;
    if (scene) this.hover.over(scene, targetOf(this.board.shown, pick), pick, at);
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
        return this.inspector.toggle();
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
    this.select(targetOf(this.board.shown, { item: next }));
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
