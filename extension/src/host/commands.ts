// What the palette offers. Commands for the graph go to the active editor's webview; the rest acts here.
import * as vscode from 'vscode';
import type { CommandName, OverlayName, Target } from '../shared/messages.js';
import { overlaysOf } from '../shared/overlays.js';
import type { Backend } from './backend.js';
import { bindDimensions } from './bindings.js';
import { checkAll } from './check_all.js';
import { copyCode } from './copy_code.js';
import type { ModelEditors } from './editor.js';
import type { FindingInfo } from '../generated/protocol.js';
import type { FindingRow, FindingsView } from './findings_view.js';
import { ignoreFinding } from './ignore_finding.js';
import type { Models } from './models.js';
import { showRule } from './rule_pages.js';
import { chooseTargets } from './targets.js';

/** Palette command → what the webview is told. */
const kGraphCommands: Record<string, CommandName> = {
  'netloupe.fit': 'fit',
  'netloupe.actualSize': 'actualSize',
  'netloupe.zoomIn': 'zoomIn',
  'netloupe.zoomOut': 'zoomOut',
  'netloupe.zoomToSelection': 'zoomToSelection',
  'netloupe.find': 'find',
  'netloupe.nextFinding': 'nextFinding',
  'netloupe.previousFinding': 'previousFinding',
  'netloupe.toggleInspector': 'toggleInspector',
  'netloupe.showSize': 'showSize',
  'netloupe.toggleDirection': 'toggleDirection',
  'netloupe.toggleUnfold': 'toggleUnfold',
  'netloupe.openParentGraph': 'openParent',
  'netloupe.showKeys': 'showKeys',
};

export interface CommandContext {
  editors: ModelEditors;
  backend: Backend;
  models: Models;
  findings: FindingsView;
  /** Patterns of the files that are models. */
  patterns: readonly string[];
}

export function registerCommands(context: CommandContext): vscode.Disposable[] {
  const { editors, backend, models, findings, patterns } = context;
  const graphCommands = Object.entries(kGraphCommands).map(([id, name]) =>
    vscode.commands.registerCommand(id, () => editors.active?.post({ type: 'command', name })),
  );
  return [
    ...graphCommands,
    vscode.commands.registerCommand('netloupe.reveal', (uri: string, target?: Partial<Target>) =>
      editors.reveal(vscode.Uri.parse(uri), isTarget(target) ? target : undefined),
    ),
    vscode.commands.registerCommand('netloupe.colourBy', () => colourBy(editors)),
    vscode.commands.registerCommand('netloupe.chooseTargets', () => chooseTargets(editors, backend)),
    vscode.commands.registerCommand('netloupe.bindDimensions', () => bindDimensions(editors, backend)),
    vscode.commands.registerCommand('netloupe.explainRule', (rule?: string | FindingRow) =>
      explainRule(typeof rule === 'object' ? rule.rule : rule),
    ),
    vscode.commands.registerCommand('netloupe.filterFindings', () => findings.chooseRules()),
    // From a row of the findings, or from the properties, which know their model.
    vscode.commands.registerCommand('netloupe.ignoreFinding', (finding: FindingInfo, model?: vscode.Uri) => {
      const uri = model ?? findings.shown;
      return uri && ignoreFinding(backend, uri, finding);
    }),
    vscode.commands.registerCommand('netloupe.checkAll', () => checkAll(backend, models, patterns)),
    vscode.commands.registerCommand('netloupe.copyCode', () => copyCode(backend, editors.active?.model.uri)),
    vscode.commands.registerCommand('netloupe.openAsBytes', (uri?: vscode.Uri, offset?: number) =>
      openAsBytes(uri ?? editors.active?.model.uri, offset),
    ),
    vscode.commands.registerCommand('netloupe.restartBackend', () => backend.restart()),
    vscode.commands.registerCommand('netloupe.showOutput', () => backend.output.show()),
  ];
}

function isTarget(target: Partial<Target> | undefined): target is Target {
  return typeof target?.graph === 'number';
}

function colourBy(editors: ModelEditors): void {
  const panel = editors.active;
  if (!panel) return;
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { overlay: OverlayName }>();
  pick.items = overlaysOf(panel.model.open?.targets).map(({ overlay, name, tells }) => ({
    overlay,
    label: name,
    description: overlay === panel.overlay ? `${tells} · now` : tells,
  }));
  pick.activeItems = pick.items.filter(({ overlay }) => overlay === panel.overlay);
  pick.placeholder = 'Colour the graph by';
  pick.onDidAccept(() => {
    const [choice] = pick.selectedItems;
    if (choice) panel.post({ type: 'overlay', overlay: choice.overlay });
    pick.hide();
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
}

async function explainRule(rule?: string): Promise<void> {
  const asked = rule ?? (await vscode.window.showInputBox({ prompt: 'Rule to explain', placeHolder: 'Q01' }));
  if (asked) await showRule(asked.trim());
}

/** In the hex editor when it is installed, else as VS Code opens any file. */
async function openAsBytes(uri: vscode.Uri | undefined, offset?: number): Promise<void> {
  if (!uri) return;
  const hexEditor = vscode.extensions.getExtension('ms-vscode.hexeditor');
  if (hexEditor) {
    const at = offset === undefined ? uri : uri.with({ query: `baseAddress=${offset}` });
    await vscode.commands.executeCommand('vscode.openWith', at, 'hexEditor.hexedit');
    return;
  }
  await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
}
