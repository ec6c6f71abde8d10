// The graph as a tree in the side bar: a way through the model by keyboard and for screen readers, in the order of the file.
import * as vscode from 'vscode';
import type { TreeItem } from '../generated/protocol.js';
import type { Backend } from './backend.js';
import type { Diagnostics } from './diagnostics.js';
import type { ModelEditors } from './editor.js';
import { revealCommand, severityIcon } from './element_rows.js';
import type { Models } from './models.js';

const kIcons: Record<TreeItem['kind'], string> = {
  graph: 'type-hierarchy',
  scope: 'folder',
  node: 'circle-small',
  input: 'arrow-small-right',
  output: 'arrow-small-left',
  range: 'list-unordered',
};

export class GraphTree implements vscode.TreeDataProvider<TreeItem>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private shown: vscode.Uri | undefined;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly backend: Backend,
    editors: ModelEditors,
    models: Models,
    diagnostics: Diagnostics,
  ) {
    editors.onDidChangeActive((panel) => {
      if (panel?.model.uri.toString() === this.shown?.toString()) return;
      this.shown = panel?.model.uri;
      this.changed.fire();
    });
    const refresh = (uri: vscode.Uri) => {
      if (uri.toString() === this.shown?.toString()) this.changed.fire();
    };
    models.onDidChange((model) => refresh(model.uri));
    diagnostics.onDidChange(refresh);
  }

  async getChildren(parent?: TreeItem): Promise<TreeItem[]> {
    if (!this.shown || this.backend.state !== 'ready') return [];
    const params = { uri: this.shown.toString(), ...(parent && { id: parent.id }) };
    const { items } = await this.backend.request('netloupe/tree', params);
    return items;
  }

  getTreeItem(item: TreeItem): vscode.TreeItem {
    const state = item.hasChildren
      ? vscode.TreeItemCollapsibleState.Collapsed
      : vscode.TreeItemCollapsibleState.None;
    const row = new vscode.TreeItem(item.label, state);
    row.id = `${this.shown?.toString() ?? ''}#${item.id}`;
    if (item.description !== undefined) row.description = item.description;
    if (item.tooltip !== undefined) row.tooltip = item.tooltip;
    row.iconPath = iconOf(item);
    const reveal = revealCommand(this.shown, item);
    if (reveal) row.command = reveal;
    return row;
  }

  dispose(): void {
    this.changed.dispose();
  }
}

function iconOf({ severity, kind }: TreeItem): vscode.ThemeIcon {
  return severity === undefined ? new vscode.ThemeIcon(kIcons[kind]) : severityIcon(severity);
}
