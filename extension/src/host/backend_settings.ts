// The settings that the backend follows, for all models alike.
import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import { type Bindings } from './binding_values.js';
import { isTargetFile } from './target_names.js';

export interface BackendSettings {
  bindings: Bindings;
  /** Ids, and absolute paths of files. */
  targets: string[];
}

export function readBackendSettings(): BackendSettings {
  const configuration = vscode.workspace.getConfiguration('netloupe');
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const targets = configuration.get<string[]>('targets', []).map((name) => absolute(name, folder));
  return { bindings: configuration.get<Bindings>('bindings', {}), targets };
}

export function affectsBackend(event: vscode.ConfigurationChangeEvent): boolean {
  return event.affectsConfiguration('netloupe.bindings') || event.affectsConfiguration('netloupe.targets');
}

/** Somebody's own file is named from the workspace's folder. */
function absolute(name: string, folder: string | undefined): string {
  return !isTargetFile(name) || isAbsolute(name) || folder === undefined ? name : join(folder, name);
}

/** Writes a setting into the workspace, or the user's settings where there is none. */
export async function updateSetting(name: string, value: unknown): Promise<void> {
  const place = vscode.workspace.workspaceFolders
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration('netloupe').update(name, value, place);
}
