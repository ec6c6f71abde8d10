// Numbers for the named dimensions of models, from the setting `netloupe.bindings`: told to the backend, and asked for in a quick input.
import * as vscode from 'vscode';
import { firstGraph } from '../shared/first_graph.js';
import type { Backend } from './backend.js';
import { readBackendSettings } from './backend_settings.js';
import { type Bindings, bound, parseExtent } from './binding_values.js';
import type { ModelEditors } from './editor.js';

/** Asks for one dimension after the other until it is left with Escape. */
export async function bindDimensions(editors: ModelEditors, backend: Backend): Promise<void> {
  const model = editors.active?.model;
  const graph = model?.open && firstGraph(model.open, undefined)?.id;
  if (!model || graph === undefined) return;
  const { symbols } = await backend.request('netloupe/costs', { uri: model.uri.toString(), graph });
  if (symbols.length === 0) {
    void vscode.window.showInformationMessage(
      'All dimensions of this model are numbers: there is none to bind.',
    );
    return;
  }
  for (;;) {
    const symbol = await chooseSymbol(symbols);
    if (symbol === undefined || !(await askExtent(symbol))) return;
  }
}

async function chooseSymbol(symbols: readonly string[]): Promise<string | undefined> {
  const { bindings } = readBackendSettings();
  const items = symbols.map((label) => ({
    label,
    description: Object.hasOwn(bindings, label) ? `= ${bindings[label]}` : 'not bound',
  }));
  const placeHolder = 'Dimension to bind; Escape when done';
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.label;
}

/** False when it was left without an answer. */
async function askExtent(symbol: string): Promise<boolean> {
  const before = readBackendSettings().bindings[symbol];
  const text = await vscode.window.showInputBox({
    prompt: `Number for ${symbol}; empty to leave it open`,
    value: before === undefined ? '' : String(before),
    validateInput: (typed) =>
      parseExtent(typed) === 'invalid' ? 'A whole number, 0 or greater, or nothing.' : undefined,
  });
  if (text === undefined) return false;
  const extent = parseExtent(text);
  if (extent !== 'invalid') await write(symbol, extent);
  return true;
}

/** Into the workspace, or the user's settings where there is none. What is left open is removed wherever it stands. */
async function write(symbol: string, extent: number | undefined): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('netloupe');
  const here = vscode.workspace.workspaceFolders
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  const inspected = configuration.inspect<Bindings>('bindings');
  const places: [vscode.ConfigurationTarget, Bindings | undefined][] = [
    [vscode.ConfigurationTarget.Workspace, inspected?.workspaceValue],
    [vscode.ConfigurationTarget.Global, inspected?.globalValue],
  ];
  for (const [place, values] of places) {
    const stands = values !== undefined && Object.hasOwn(values, symbol);
    if (extent === undefined ? stands : place === here)
      await configuration.update('bindings', bound(values ?? {}, symbol, extent), place);
  }
}
