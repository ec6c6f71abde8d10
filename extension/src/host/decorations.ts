// The count of findings beside a model's name in the explorer. Rows of the Problems panel have fragments, which the explorer does not
// follow, so the file itself is decorated here.
import * as vscode from 'vscode';
import type { Diagnostics } from './diagnostics.js';
import { plural } from './format_numbers.js';

export class FindingDecorations implements vscode.FileDecorationProvider {
  readonly onDidChangeFileDecorations: vscode.Event<vscode.Uri>;

  constructor(private readonly diagnostics: Diagnostics) {
    this.onDidChangeFileDecorations = diagnostics.onDidChange;
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.fragment !== '') return undefined;
    const counts = this.diagnostics.counts(uri);
    if (!counts) return undefined;
    const { errors, warnings } = counts;
    const total = errors + warnings;
    if (total === 0) return undefined;
    const color = errors > 0 ? 'list.errorForeground' : 'list.warningForeground';
    return new vscode.FileDecoration(
      total > 99 ? '99' : String(total),
      `${plural(errors, 'error')}, ${plural(warnings, 'warning')} (Netloupe)`,
      new vscode.ThemeColor(color),
    );
  }
}
