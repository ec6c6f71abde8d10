// “Open as model” for files whose endings say nothing: texts that people edit (.prototxt, .pbtxt) and what other tools write too (.json, .bin). A text
// gets the button when its content is a model's.
import * as vscode from 'vscode';
import type { Backend } from './backend.js';
import { kViewType } from './editor.js';
import { endsLike } from './file_patterns.js';

const kContext = 'netloupe.textIsModel';

export class OpenAsModel implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[];
  private asked = 0;

  constructor(
    private readonly backend: Backend,
    private readonly patterns: readonly string[],
  ) {
    const endings = patterns.map((pattern) => pattern.slice(pattern.lastIndexOf('.')));
    void vscode.commands.executeCommand('setContext', 'netloupe.otherEndings', endings);
    this.subscriptions = [
      vscode.window.onDidChangeActiveTextEditor((editor) => this.look(editor)),
      vscode.workspace.onDidSaveTextDocument(() => this.look(vscode.window.activeTextEditor)),
      vscode.commands.registerCommand('netloupe.openAsModel', (uri?: vscode.Uri) => openAsModel(uri)),
    ];
    void this.look(vscode.window.activeTextEditor);
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private async look(editor: vscode.TextEditor | undefined): Promise<void> {
    const question = ++this.asked;
    const isModel = await this.isModel(editor?.document.uri);
    // The last editor that was entered counts.
    if (question === this.asked) await vscode.commands.executeCommand('setContext', kContext, isModel);
  }

  private async isModel(uri: vscode.Uri | undefined): Promise<boolean> {
    if (uri?.scheme !== 'file' || !endsLike(uri.path, this.patterns)) return false;
    try {
      return (await this.backend.request('netloupe/recognise', { uri: uri.toString() })).model;
    } catch {
      return false;
    }
  }
}

async function openAsModel(uri = vscode.window.activeTextEditor?.document.uri): Promise<void> {
  if (uri) await vscode.commands.executeCommand('vscode.openWith', uri, kViewType);
}
