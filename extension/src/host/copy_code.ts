// Code that runs a model, into the clipboard: the palette's way to what the inspector shows.
import * as vscode from 'vscode';
import type { SignatureResult } from '../generated/protocol.js';
import type { Backend } from './backend.js';

interface Choice extends vscode.QuickPickItem {
  value: string;
}

export async function copyCode(backend: Backend, model: vscode.Uri | undefined): Promise<void> {
  if (!model) return;
  const uri = model.toString();
  const signature = await backend.request('netloupe/signature', { uri });
  const entry = await chooseEntry(signature);
  if (entry === undefined) return;
  const languages = signature.languages.map(({ id, title, runtime }): Choice => ({
    label: title,
    description: runtime,
    value: id,
  }));
  const language = await vscode.window.showQuickPick(languages, { placeHolder: 'Language of the code' });
  if (!language) return;
  const { text, unavailable } = await backend.request('netloupe/code', {
    uri,
    entry,
    language: language.value,
  });
  if (text === undefined) {
    void vscode.window.showWarningMessage(
      unavailable ?? `There is no ${language.label} code for this model.`,
    );
    return;
  }
  await vscode.env.clipboard.writeText(text);
  void vscode.window.setStatusBarMessage(`$(check) ${language.label} code copied`, 3000);
}

/** Asks only when there is a choice. */
async function chooseEntry({ entries }: SignatureResult): Promise<number | undefined> {
  if (entries.length < 2) return 0;
  const choices = entries.map(({ key, inputs, outputs }, i): Choice => ({
    label: key ?? 'The whole graph',
    description: `${inputs.length} → ${outputs.length}`,
    value: String(i),
  }));
  const chosen = await vscode.window.showQuickPick(choices, { placeHolder: 'Signature to run' });
  return chosen && Number(chosen.value);
}
