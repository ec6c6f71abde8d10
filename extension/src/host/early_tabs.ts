// Models that were clicked before the workbench knew this extension: in a browser, extensions arrive seconds after the explorer, and a
// model that is clicked before opens as a text that it is not.
import * as vscode from 'vscode';
import { kViewType } from './editor.js';
import { endsLike } from './file_patterns.js';

/** Opens such tabs again as graphs, at each start; who wants the bytes has an editor for bytes, which is left alone. */
export async function takeOverEarlyTabs(patterns: readonly string[]): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  // The active tab last, so that it is active again in the end.
  tabs.sort((a, b) => Number(a.isActive) - Number(b.isActive));
  for (const tab of tabs) {
    if (!(tab.input instanceof vscode.TabInputText) || !endsLike(tab.input.uri.path, patterns)) continue;
    const column = { viewColumn: tab.group.viewColumn, preserveFocus: true };
    await vscode.commands.executeCommand('vscode.openWith', tab.input.uri, kViewType, column);
    await vscode.window.tabGroups.close(tab, true);
  }
}
