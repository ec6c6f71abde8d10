// The page: makes its parts, joins them, and turns messages and keys into what they do.
import type { CommandName, HostMessage, ResponseMessage } from '../shared/messages.js';
import { Announcer } from './announcer.js';
import { Bar } from './bar.js';
import { Board, type Pick } from './board.js';
import type { Point } from './camera.js';
import { append, h } from './dom.js';
import { targetOf } from './elements.js';
import { Find } from './find.js';
import { Help } from './help.js';
import { Host } from './host.js';
import { Hover } from './hover.js';
import { Inspector } from './inspector/inspector.js';
import { actionOf, type KeyAction } from './keys.js';
import { Legend } from './legend.js';
import { Minimap } from './minimap.js';
import { SizeView } from './size/size_view.js';
import { States } from './states.js';
import { readTheme, watchTheme } from './theme.js';
import { Viewer } from './viewer.js';

const kPanStep = 80;
const kZoomStep = 1.25;
/** The host posts the model before this page can listen. Should VS Code have lost that, it is asked for again after so long. */
const kAskAgainMs = 3_000;

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
  private readonly size: SizeView;
  private readonly announcer = new Announcer();
  private readonly viewer: Viewer;
  private askAgain: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly body: HTMLElement) {
    this.board = new Board({
      hover: (pick, at) => this.hovered(pick, at),
      moved: () => this.hover.leave(),
      pick: (pick) => this.viewer.select(targetOf(this.board.shown, pick)),
      open: (item) => this.viewer.openInside(item),
      drawn: (frame) => {
        this.minimap.draw(frame);
        this.bar.setZoom(frame.camera.zoom);
        this.viewer.saveState();
      },
    });
    this.bar = new Bar({
      openGraph: (graph) => void this.viewer.showGraph(graph),
      nextFinding: () => void this.viewer.walkFindings(1),
      fit: () => this.board.fit(),
      actualSize: () => this.board.actualSize(),
      find: () => this.find.open(),
      toggleInspector: () => this.inspector.toggle(),
      showSize: () => void this.size.open(),
      setOverlay: (overlay) => void this.viewer.setOverlay(overlay),
      help: () => this.help.show(this.viewer.settings.direction),
    });
    this.minimap = new Minimap((centre) => this.board.jumpTo({ ...this.board.view, ...centre }));
    this.states = new States({
      cancel: () => this.cancelOpen(),
      retry: () => this.reopen(),
      openBytes: (offset) => this.host.post({ type: 'openBytes', ...(offset !== undefined && { offset }) }),
    });
    this.inspector = new Inspector({
      go: (target) => void this.viewer.reveal(target),
      openGraph: (graph) => void this.viewer.showGraph(graph),
      openRule: (rule) => this.host.post({ type: 'openRule', rule }),
      ignore: (finding) => this.host.post({ type: 'ignoreFinding', finding }),
      bindDimensions: () => this.host.post({ type: 'bindDimensions' }),
      chooseTargets: () => this.host.post({ type: 'chooseTargets' }),
      colourBy: (overlay) => void this.viewer.setOverlay(overlay),
      copy: (text) => this.host.post({ type: 'copy', text }),
      resized: () => {
        this.bar.setInspector(this.inspector.isOpen);
        this.viewer.saveState();
      },
    });
    this.hover = new Hover(
      {
        go: (target) => void this.viewer.reveal(target),
        copy: (text) => this.host.post({ type: 'copy', text }),
      },
      () => this.minimap.rect,
    );
    this.find = new Find({
      hits: (hits, current) => this.viewer.showHits(hits, current),
      go: (target) => void this.viewer.reveal(target),
      closed: () => this.board.canvas.focus(),
    });
    this.size = new SizeView({
      go: (target) => void this.viewer.reveal(target),
      changed: () => this.viewer.saveState(),
      closed: () => this.board.canvas.focus(),
    });
    this.board.covered = () => this.find.height;
    const { host, board, bar, inspector, hover, find, minimap, legend, size, states, announcer } = this;
    this.viewer = new Viewer({
      host,
      board,
      bar,
      inspector,
      hover,
      find,
      minimap,
      legend,
      size,
      states,
      announcer,
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
    this.host.post({ type: 'ready', again: false });
    this.askAgain = setTimeout(() => this.host.post({ type: 'ready', again: true }), kAskAgainMs);
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
      this.size.element,
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
    const theme = readTheme(this.body);
    for (const part of [this.board, this.minimap, this.legend]) part.setTheme(theme);
  }

  // --- messages -----------------------------------------------------------------------------------------------------

  private async receive(message: Exclude<HostMessage, ResponseMessage>): Promise<void> {
    switch (message.type) {
      case 'open':
        clearTimeout(this.askAgain);
        this.viewer.applySettings(message.settings);
        return this.viewer.opened(message.uri, message.open, this.host.state ?? message.state, message.view);
      case 'changed':
        return this.viewer.changed(message.open);
      case 'progress':
        return this.states.progress(message.message, message.percentage);
      case 'settings':
        return this.viewer.changeSettings(message.settings);
      case 'reveal':
        return this.viewer.reveal(message.target);
      case 'backend':
        return this.backend(message);
      case 'command':
        return this.command(message.name);
      case 'overlay':
        return this.viewer.setOverlay(message.overlay);
    }
  }

  private backend({ state, message }: Extract<HostMessage, { type: 'backend' }>): void {
    if (state === 'starting' && !this.viewer.model) this.states.loading('Starting the backend…');
    else if (state === 'crashed') this.announcer.say('The backend stopped and is being started again.');
    else if (state === 'stopped') {
      this.states.stopped(
        message ??
          'It stopped too often to be started again by itself. The output channel “Netloupe” says more.',
      );
    } else if (message && !this.viewer.model) this.states.failed(message);
  }

  private cancelOpen(): void {
    if (!this.viewer.abort()) this.host.post({ type: 'cancelOpen' });
    this.states.cancelled();
  }

  private reopen(): void {
    this.states.loading('Reading the model…');
    this.host.post({ type: 'reopen' });
  }

  private async command(name: CommandName): Promise<void> {
    const { direction, unfold } = this.viewer.settings;
    switch (name) {
      case 'toggleDirection':
        return this.viewer.changeSettings({
          ...this.viewer.settings,
          direction: direction === 'down' ? 'right' : 'down',
        });
      case 'toggleUnfold':
        return this.viewer.changeSettings({ ...this.viewer.settings, unfold: !unfold });
      case 'showKeys':
        return this.act('help');
      default:
        return this.act(name);
    }
  }

  private hovered(pick: Pick, at: Point): void {
    const scene = this.board.shown;
    if (scene) this.hover.over(scene, targetOf(this.board.shown, pick), pick, at);
  }

  // --- keys ---------------------------------------------------------------------------------------------------------

  private key(event: KeyboardEvent): void {
    const action = actionOf(event, this.viewer.settings.direction);
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
        return this.viewer.walk(action);
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
        return this.viewer.zoomToSelection();
      case 'open':
        return this.viewer.openSelected();
      case 'openParent':
        return this.viewer.openParent();
      case 'clear':
        return this.clear();
      case 'find':
        return this.find.open();
      case 'nextFinding':
        return this.viewer.walkFindings(1);
      case 'previousFinding':
        return this.viewer.walkFindings(-1);
      case 'toggleInspector':
        return this.inspector.toggle();
      case 'showSize':
        return this.size.open();
      case 'pinHover':
        return this.hover.pin();
      case 'copyName':
        return this.inspector.copyName();
      case 'help':
        return this.help.show(this.viewer.settings.direction);
    }
  }

  private clear(): void {
    if (this.size.close() || this.hover.dismiss() || this.find.close()) return;
    this.viewer.select(undefined);
    this.board.canvas.focus();
  }
}

/** Keys that also work while the focus is in the inspector or the bar. */
const kEverywhere = new Set<KeyAction>([
  'clear',
  'help',
  'toggleInspector',
  'showSize',
  'fit',
  'zoomToSelection',
  'copyName',
]);
