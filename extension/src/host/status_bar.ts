// One entry in the status bar, owned by the model editor that is active: nodes, parameters, size, findings.
import * as vscode from 'vscode';
import type { OpenResult } from '../generated/protocol.js';
import type { Diagnostics, SeverityCounts } from './diagnostics.js';
import type { ModelEditors } from './editor.js';
import { bytes, plural, shortCount, withSeparators } from './format_numbers.js';
import type { Models } from './models.js';

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'netloupe.summary',
    vscode.StatusBarAlignment.Right,
    100,
  );

  constructor(
    private readonly editors: ModelEditors,
    models: Models,
    private readonly diagnostics: Diagnostics,
  ) {
    this.item.name = 'Netloupe model summary';
    this.item.command = 'workbench.actions.view.problems';
    editors.onDidChangeActive(() => this.update());
    models.onDidRead(() => this.update());
    diagnostics.onDidChange(() => this.update());
  }

  dispose(): void {
    this.item.dispose();
  }

  private update(): void {
    const model = this.editors.active?.model;
    if (!model?.open || model.open.error) {
      this.item.hide();
      return;
    }
    const counts = this.diagnostics.counts(model.uri);
    this.item.text = summaryText(model.open, counts);
    this.item.tooltip = summaryTooltip(model.open, counts);
    this.item.accessibilityInformation = { label: summaryTooltip(model.open, counts) };
    this.item.show();
  }
}

function summaryText(open: OpenResult, counts: SeverityCounts | undefined): string {
  const { nodes, parameters, fileBytes } = open.summary;
  const parts = [
    `$(type-hierarchy-sub) ${withSeparators(nodes)}`,
    `${shortCount(parameters)} params`,
    bytes(fileBytes),
  ];
  if (counts) parts.push(`$(error) ${counts.errors} $(warning) ${counts.warnings}`);
  return parts.join('  ');
}

function summaryTooltip(open: OpenResult, counts: SeverityCounts | undefined): string {
  const { format, nodes, tensors, parameters, fileBytes } = open.summary;
  const lines = [
    format,
    `${plural(nodes, 'node')}, ${plural(tensors, 'tensor')}`,
    plural(parameters, 'parameter'),
    plural(fileBytes, 'byte'),
  ];
  if (counts) {
    const { errors, warnings, infos } = counts;
    lines.push(`${plural(errors, 'error')}, ${plural(warnings, 'warning')}, ${plural(infos, 'note')}`);
  }
  return lines.join('\n');
}
