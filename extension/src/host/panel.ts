// One editor of a model: the webview, the requests it makes, and what it must be told.
import * as vscode from 'vscode';
import {
  Responder,
  type HostMessage,
  type Method,
  type OverlayName,
  type Params,
  type PreparedView,
  type Settings,
  type Target,
  type ViewBytes,
  type ViewState,
  type WebviewMessage,
} from '../shared/messages.js';
import type { Backend } from './backend.js';
import { firstGraph } from '../shared/first_graph.js';
import type { OpenResult } from '../generated/protocol.js';
import type { Models, OpenModel } from './models.js';
import { readSettings } from './settings.js';
import type { WebviewPage } from './webview_page.js';

export interface PanelContext {
  backend: Backend;
  models: Models;
  page: WebviewPage;
  /** View states of models whose editor was closed. */
  memory: vscode.Memento;
}

export class Panel {
  private readonly responder: Responder;
  private readonly subscriptions: vscode.Disposable[] = [];
  private readonly selectedEmitter = new vscode.EventEmitter<Target | undefined>();
  private opening: AbortController | undefined;
  /** A page said that it runs. */
  private ready = false;
  /** The backend went away before it could say anything of the model. */
  private failedToOpen = false;
  /** The model was posted to the page. */
  private opened = false;
  /** What is to be revealed as soon as the page has the model. */
  private waitingReveal: Target | undefined;
  readonly onDidSelect = this.selectedEmitter.event;
  selection: Target | undefined;
  /** What the graph is coloured by. */
  overlay: OverlayName = 'dtype';

  constructor(
    readonly view: vscode.WebviewPanel,
    readonly model: OpenModel,
    private readonly context: PanelContext,
  ) {
    const { webview } = view;
    this.responder = new Responder(
      (message) => this.post(message),
      (method, params, signal) => this.request(method, params, signal),
    );
    this.subscriptions.push(
      webview.onDidReceiveMessage((message: WebviewMessage) => this.receive(message)),
      context.models.onDidChange((changed) => {
        if (changed === model && model.open && this.opened) this.post({ type: 'changed', open: model.open });
      }),
      context.backend.onState((state) => {
        this.post({ type: 'backend', state });
        if (state === 'ready' && this.failedToOpen) void this.open();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('netloupe'))
          this.post({ type: 'settings', settings: this.settings() });
      }),
      view.onDidDispose(() => this.dispose()),
    );
    webview.options = { enableScripts: true, localResourceRoots: [] };
    webview.html = context.page.html();
    // The page takes longer to load than most models to be read; VS Code keeps what is posted to it meanwhile.
    void this.open();
  }

  post(message: HostMessage): void {
    void this.view.webview.postMessage(message);
  }

  reveal(target: Target): void {
    if (this.opened) this.post({ type: 'reveal', target });
    else this.waitingReveal = target;
  }

  private settings(): Settings {
    return readSettings(this.model.uri);
  }

  private receive(message: WebviewMessage): void {
    switch (message.type) {
      case 'ready':
        // The page that the constructor made gets what the constructor began; one made later (moved to another window) begins anew.
        if (message.again ? !this.opening : this.ready) void this.open();
        this.ready = true;
        break;
      case 'reopen':
        void this.reopen();
        break;
      case 'request':
        void this.responder.answer(message);
        break;
      case 'cancel':
        this.responder.cancel(message);
        break;
      case 'cancelOpen':
        this.opening?.abort();
        break;
      case 'select':
        this.selection = message.target;
        this.selectedEmitter.fire(message.target);
        break;
      case 'openRule':
        void vscode.commands.executeCommand('netloupe.explainRule', message.rule);
        break;
      case 'ignoreFinding':
        void vscode.commands.executeCommand('netloupe.ignoreFinding', message.finding, this.model.uri);
        break;
      case 'chooseTargets':
        void vscode.commands.executeCommand('netloupe.chooseTargets');
        break;
      case 'bindDimensions':
        void vscode.commands.executeCommand('netloupe.bindDimensions');
        break;
      case 'openBytes':
        void vscode.commands.executeCommand('netloupe.openAsBytes', this.model.uri, message.offset);
        break;
      case 'copy':
        void vscode.env.clipboard.writeText(message.text);
        break;
      case 'state':
        this.overlay = message.state.overlay ?? 'dtype';
        void this.context.memory.update(stateKey(this.model.uri), message.state);
        break;
    }
  }

  private async open(): Promise<void> {
    this.opening?.abort();
    const opening = new AbortController();
    this.opening = opening;
    this.failedToOpen = false;
    try {
      const open = this.model.open ?? (await this.context.models.read(this.model, opening.signal));
      const state = this.context.memory.get<ViewState>(stateKey(this.model.uri));
      const settings = this.settings();
      const view = await this.prepareView(open, settings, state, opening.signal);
      this.post({
        type: 'open',
        uri: this.model.uri.toString(),
        open,
        settings,
        ...(state && { state }),
        ...(view && { view }),
      });
      if (this.waitingReveal) this.post({ type: 'reveal', target: this.waitingReveal });
      this.waitingReveal = undefined;
      this.opened = true;
      // The file or its findings changed while the view was made.
      if (this.model.open && this.model.open !== open) this.post({ type: 'changed', open: this.model.open });
    } catch (error) {
      if (opening.signal.aborted) return;
      this.failedToOpen = true;
      const message = error instanceof Error ? error.message : String(error);
      this.post({ type: 'backend', state: this.context.backend.state, message });
    } finally {
      if (this.opening === opening) this.opening = undefined;
    }
  }

  /** Nothing when it fails: the webview asks again and shows why. */
  private async prepareView(
    open: OpenResult,
    { direction, unfold }: Settings,
    state: ViewState | undefined,
    signal: AbortSignal,
  ): Promise<PreparedView | undefined> {
    const graph = firstGraph(open, state)?.id;
    if (graph === undefined) return undefined;
    const params = { uri: this.model.uri.toString(), graph, direction, unfold };
    try {
      return { graph, direction, unfold, ...(await this.askView(params, signal)) };
    } catch (error) {
      if (signal.aborted) throw error;
      return undefined;
    }
  }

  private async reopen(): Promise<void> {
    if (this.context.backend.state === 'stopped') await this.context.backend.restart();
    this.model.open = undefined;
    await this.open();
  }

  private async request(method: Method, params: unknown, signal: AbortSignal): Promise<unknown> {
    if (method === 'netloupe/view') return this.askView(params as Params<'netloupe/view'>, signal);
    return this.context.backend.request(method, params as Params<typeof method>, signal);
  }

  private async askView(params: Params<'netloupe/view'>, signal: AbortSignal): Promise<ViewBytes> {
    const { generation, bytes } = await this.context.backend.request('netloupe/view', params, signal);
    return { generation, bytes: new Uint8Array(Buffer.from(bytes, 'base64')) };
  }

  private dispose(): void {
    this.opening?.abort();
    this.responder.cancelAll();
    for (const subscription of this.subscriptions) subscription.dispose();
    this.selectedEmitter.dispose();
    this.context.models.release(this.model);
  }
}

function stateKey(uri: vscode.Uri): string {
  return `view:${uri.toString()}`;
}
