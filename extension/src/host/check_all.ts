// “Check all models in workspace”: opens one model after the other in the backend, whose findings then stand in the Problems panel.
import * as vscode from 'vscode';
import type { Backend } from './backend.js';
import { plural } from './format_numbers.js';
import type { Models } from './models.js';

export async function checkAll(backend: Backend, models: Models, patterns: readonly string[]): Promise<void> {
  const files = await vscode.workspace.findFiles(`{${patterns.map((pattern) => `**/${pattern}`).join(',')}}`);
  if (files.length === 0) {
    void vscode.window.showInformationMessage('There is no model in this workspace.');
    return;
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: 'Checking models', cancellable: true },
    async (progress, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      let checked = 0;
      let unreadable = 0;
      for (const file of files) {
        if (stop.signal.aborted) break;
        const message = `${vscode.workspace.asRelativePath(file)} (${checked + 1} of ${files.length})`;
        progress.report({ message, increment: 100 / files.length });
        if (!(await check(backend, models, file, stop.signal))) unreadable++;
        checked++;
      }
      if (!stop.signal.aborted) await tell(checked, unreadable);
    },
  );
}

/** False when nothing of the file could be read. */
async function check(
  backend: Backend,
  models: Models,
  file: vscode.Uri,
  signal: AbortSignal,
): Promise<boolean> {
  const uri = file.toString();
  try {
    await backend.request('netloupe/open', { uri }, signal);
    // Rules that read weights take as long as reading the file.
    await backend.request('netloupe/findings', { uri, complete: true }, signal);
    return true;
  } catch {
    return false;
  } finally {
    if (!models.get(file)) await backend.request('netloupe/close', { uri }).catch(() => undefined);
  }
}

async function tell(checked: number, unreadable: number): Promise<void> {
  const text = `${plural(checked, 'model')} checked${unreadable > 0 ? `, ${unreadable} could not be read` : ''}.`;
  const choice = await vscode.window.showInformationMessage(text, 'Show problems');
  if (choice) await vscode.commands.executeCommand('workbench.actions.view.problems');
}
