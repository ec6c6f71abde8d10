// Models that were clicked before the workbench knew this extension. It remembers who opens which file only from its second start on;
// in a browser that comes the first time, the extension arrives seconds after the explorer, and a model opens as a text that it is not.
import * as vscode from 'vscode';
import { kViewType } from './editor.js';

const kBinaryModel = /\.(onnx|ort|tflite|lite|tfl)$/i;
const kDone = 'earlyTabsTakenOver';

/** Opens such tabs again as graphs; once, because later a model that stands in a text editor was put there by choice. */
export async function takeOverEarlyTabs(memory: vscode.Memento): Promise<void> {
  if (memory.get(kDone)) return;
  await memory.update(kDone, true);
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  // The active tab last, so that it is active again in the end.
  tabs.sort((a, b) => Number(a.isActive) - Number(b.isActive));
  for (const tab of tabs) {
    if (!(tab.input instanceof vscode.TabInputText) || !kBinaryModel.test(tab.input.uri.path)) continue;
    const column = { viewColumn: tab.group.viewColumn, preserveFocus: true };
    await vscode.commands.executeCommand('vscode.openWith', tab.input.uri, kViewType, column);
    await vscode.window.tabGroups.close(tab, true);
  }
}
