// One editor of a model: the webview, the requests it makes, and what it must be told.
import * as vscode from 'vscode';
import {
  Responder,
  type HostMessage,
  type Method,
  type Params,
  type Settings,
  type Target,
  type ViewState,
  type WebviewMessage,
} from '../shared/messages.js';
import type { Backend } from './backend.js';
import type { Models, OpenModel } from './models.js';
import { readSettings } from './settings.js';
import { webviewHtml } from './webview_html.js';

export interface PanelContext {
  backend: Backend;
  models: Models;
  extensionUri: vscode.Uri;
  /** View states of models whose editor was closed. */
  memory: vscode.Memento;
}

export class Panel {
  private readonly responder: Responder;
  private readonly subscriptions: vscode.Disposable[] = [];
  private readonly selectedEmitter = new vscode.EventEmitter<Target | undefined>();
  private opening: AbortController | undefined;
  private ready = false;
  /** The backend went away before it could say anything of the model. */
  private failedToOpen = false;
  private pendingReveal: Target | undefined;
  readonly onDidSelect = this.selectedEmitter.event;
  selection: Target | undefined;

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
        if (changed === model && model.open && this.ready) this.post({ type: 'changed', open: model.open });
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
    webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(context.extensionUri, 'dist')],
    };
    webview.html = webviewHtml(webview, context.extensionUri);
  }

  post(message: HostMessage): void {
    void this.view.webview.postMessage(message);
  }

  reveal(target: Target): void {
    if (this.ready && this.model.open) this.post({ type: 'reveal', target });
    else this.pendingReveal = target;
  }

  private settings(): Settings {
    return readSettings(this.model.uri);
  }

  private receive(message: WebviewMessage): void {
    switch (message.type) {
      case 'ready':
        this.ready = true;
        void this.open();
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
      case 'openBytes':
        void vscode.commands.executeCommand('netloupe.openAsBytes', this.model.uri, message.offset);
        break;
      case 'copy':
        void vscode.env.clipboard.writeText(message.text);
        break;
      case 'state':
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
      this.post({
        type: 'open',
        uri: this.model.uri.toString(),
        open,
        settings: this.settings(),
        ...(state && { state }),
      });
      if (this.pendingReveal) this.post({ type: 'reveal', target: this.pendingReveal });
      this.pendingReveal = undefined;
    } catch (error) {
      if (opening.signal.aborted) return;
      this.failedToOpen = true;
      const message = error instanceof Error ? error.message : String(error);
      this.post({ type: 'backend', state: this.context.backend.state, message });
    }
  }

  private async reopen(): Promise<void> {
    if (this.context.backend.state === 'stopped') await this.context.backend.restart();
    this.model.open = undefined;
    await this.open();
  }

  private async request(method: Method, params: unknown, signal: AbortSignal): Promise<unknown> {
    if (method === 'netloupe/view') {
      const { generation, bytes } = await this.context.backend.request(
        method,
        params as Params<'netloupe/view'>,
        signal,
      );
      return { generation, bytes: new Uint8Array(Buffer.from(bytes, 'base64')) };
    }
    return this.context.backend.request(method, params as Params<typeof method>, signal);
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
