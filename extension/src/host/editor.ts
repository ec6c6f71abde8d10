// The custom editor. A URI with a fragment (a row of the Problems panel) is not an editor of its own: it reveals its element in the
// editor of the model and goes away before it is seen.
import * as vscode from 'vscode';
import type { Target } from '../shared/messages.js';
import { Panel, type PanelContext } from './panel.js';
import { fragmentToTarget } from './target_uri.js';

export const kViewType = 'netloupe.model';
/** The same editor, offered but not the default, for endings that other tools share (.pb, .pbtxt). */
export const kOptionalViewType = 'netloupe.modelOption';

interface ModelDocument extends vscode.CustomDocument {
  readonly uri: vscode.Uri;
}

export class ModelEditors implements vscode.CustomReadonlyEditorProvider<ModelDocument>, vscode.Disposable {
  private readonly panels = new Set<Panel>();
  private readonly waitingReveals = new Map<string, Target>();
  private readonly activeEmitter = new vscode.EventEmitter<Panel | undefined>();
  private readonly selectedEmitter = new vscode.EventEmitter<Panel>();
  private activePanel: Panel | undefined;
  /** The editor that has the focus changed; undefined when it is none of ours. */
  readonly onDidChangeActive = this.activeEmitter.event;
  readonly onDidSelect = this.selectedEmitter.event;

  constructor(private readonly context: PanelContext) {}

  get active(): Panel | undefined {
    return this.activePanel;
  }

  openCustomDocument(uri: vscode.Uri): ModelDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor(document: ModelDocument, view: vscode.WebviewPanel): Promise<void> {
    if (document.uri.fragment !== '') {
      await this.resolveFragment(document.uri, view);
      return;
    }
    const model = this.context.models.acquire(document.uri);
    const panel = new Panel(view, model, this.context);
    this.panels.add(panel);
    view.onDidChangeViewState(() => this.follow(panel));
    panel.onDidSelect(() => this.selectedEmitter.fire(panel));
    view.onDidDispose(() => this.forget(panel));
    this.follow(panel);
    const waiting = this.waitingReveals.get(document.uri.toString());
    if (waiting) {
      this.waitingReveals.delete(document.uri.toString());
      panel.reveal(waiting);
    }
    // A preview tab would be replaced by the tab that a click in the Problems panel opens for a moment.
    if (view.active) await vscode.commands.executeCommand('workbench.action.keepEditor');
  }

  /** Shows the element in the model's editor, opening that first when it is closed. Focus stays where it is. */
  async reveal(uri: vscode.Uri, target: Target | undefined, column?: vscode.ViewColumn): Promise<void> {
    const panel = this.panelOf(uri);
    if (panel) {
      panel.view.reveal(panel.view.viewColumn, true);
      if (target) panel.reveal(target);
      return;
    }
    if (target) this.waitingReveals.set(uri.toString(), target);
    await vscode.commands.executeCommand('vscode.openWith', uri, kViewType, {
      viewColumn: column ?? vscode.ViewColumn.Active,
      preserveFocus: true,
      preview: false,
    });
  }

  dispose(): void {
    this.activeEmitter.dispose();
    this.selectedEmitter.dispose();
  }

  private async resolveFragment(uri: vscode.Uri, view: vscode.WebviewPanel): Promise<void> {
    const base = uri.with({ fragment: '' });
    await this.reveal(base, fragmentToTarget(uri.fragment), view.viewColumn);
    view.dispose();
  }

  /** Of several editors of one model, the one that was used last. */
  private panelOf(uri: vscode.Uri): Panel | undefined {
    if (this.activePanel?.model.uri.toString() === uri.toString()) return this.activePanel;
    return [...this.panels].reverse().find((panel) => panel.model.uri.toString() === uri.toString());
  }

  private follow(panel: Panel): void {
    if (panel.view.active) this.setActive(panel);
    else if (this.activePanel === panel && !panel.view.visible) this.setActive(undefined);
    else if (this.activePanel === panel) this.activeEmitter.fire(panel);
  }

  private forget(panel: Panel): void {
    this.panels.delete(panel);
    if (this.activePanel === panel) this.setActive(undefined);
  }

  private setActive(panel: Panel | undefined): void {
    this.activePanel = panel;
    void vscode.commands.executeCommand('setContext', 'netloupe.active', panel !== undefined);
    this.activeEmitter.fire(panel);
  }
}
