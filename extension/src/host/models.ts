// The models that editors have open, and what the backend last said of each. One entry a file, shared by its editors.
import * as vscode from 'vscode';
import type { DidChangeParams, OpenResult } from '../generated/protocol.js';
import { Backend } from './backend.js';

export interface OpenModel {
  readonly uri: vscode.Uri;
  /** What the backend last answered; undefined until the first answer. */
  open: OpenResult | undefined;
  users: number;
}

export class Models implements vscode.Disposable {
  private readonly models = new Map<string, OpenModel>();
  private readonly changedEmitter = new vscode.EventEmitter<OpenModel>();
  private readonly subscriptions: vscode.Disposable[] = [];
  private readonly readEmitter = new vscode.EventEmitter<OpenModel>();
  /** The backend read a model again, or came back after a crash. */
  readonly onDidChange = this.changedEmitter.event;
  /** The backend read a model, for the first time or again. */
  readonly onDidRead = this.readEmitter.event;

  constructor(private readonly backend: Backend) {
    this.subscriptions.push(
      backend.onNotification<DidChangeParams>('netloupe/didChange', ({ uri, open }) =>
        this.update(uri, open),
      ),
      backend.onState((state) => {
        if (state === 'ready') void this.reopenAll();
      }),
    );
  }

  get(uri: vscode.Uri): OpenModel | undefined {
    return this.models.get(uri.toString());
  }

  /** Enters a user of the model; pair with release(). */
  acquire(uri: vscode.Uri): OpenModel {
    const known = this.models.get(uri.toString());
    if (known) {
      known.users++;
      return known;
    }
    const model: OpenModel = { uri, open: undefined, users: 1 };
    this.models.set(uri.toString(), model);
    return model;
  }

  async read(model: OpenModel, signal?: AbortSignal): Promise<OpenResult> {
    const open = await this.backend.request('netloupe/open', { uri: model.uri.toString() }, signal);
    this.take(model, open);
    return open;
  }

  /** The backend forgets a model nobody shows; its findings stay in the Problems panel, where a click opens it again. */
  release(model: OpenModel): void {
    if (--model.users > 0) return;
    this.models.delete(model.uri.toString());
    if (this.backend.state !== 'ready') return;
    this.backend.request('netloupe/close', { uri: model.uri.toString() }).catch(() => undefined);
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.changedEmitter.dispose();
    this.readEmitter.dispose();
  }

  private update(uri: string, open: OpenResult): void {
    const model = this.models.get(vscode.Uri.parse(uri).toString());
    if (!model) return;
    this.take(model, open);
    this.changedEmitter.fire(model);
  }

  private take(model: OpenModel, open: OpenResult): void {
    model.open = open;
    this.readEmitter.fire(model);
  }

  /** A restarted backend knows nothing: give it every model again. */
  private async reopenAll(): Promise<void> {
    for (const model of this.models.values()) {
      if (!model.open) continue;
      try {
        await this.read(model);
        this.changedEmitter.fire(model);
      } catch {
        // The editor shows the backend's state; the next restart tries again.
      }
    }
  }
}
