// The settings that the webview follows, read for one model.
import * as vscode from 'vscode';
import type { Settings } from '../shared/messages.js';

export function readSettings(uri: vscode.Uri): Settings {
  const configuration = vscode.workspace.getConfiguration('netloupe', uri);
  return {
    direction: configuration.get<Settings['direction']>('direction', 'down'),
    wheel: configuration.get<Settings['wheel']>('wheel', 'pan'),
    unfold: configuration.get<boolean>('unfold', false),
  };
}
