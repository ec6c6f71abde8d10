// Which targets the models are meant for: a quick pick that writes the setting `netloupe.targets`, and a status-bar item that tells them.
import * as vscode from 'vscode';
import type { OpenResult, TargetBrief } from '../generated/protocol.js';
import { targetOverlay } from '../shared/overlays.js';
import type { Backend } from './backend.js';
import { updateSetting } from './backend_settings.js';
import type { ModelEditors } from './editor.js';
import { plural, share } from './format_numbers.js';
import type { Models } from './models.js';
import { fileName, isTargetFile, sameTargets } from './target_names.js';

interface Choice extends vscode.QuickPickItem {
  /** As the setting names it; none for the choice that asks for a file. */
  name?: string;
}

export async function chooseTargets(editors: ModelEditors, backend: Backend): Promise<void> {
  const panel = editors.active;
  const open = panel?.model.open;
  if (!panel || !open) return;
  const { choices } = await backend.request('netloupe/targetChoices', { uri: panel.model.uri.toString() });
  const set = vscode.workspace.getConfiguration('netloupe').get<string[]>('targets', []);
  const own = set.filter(isTargetFile);
  const current = set.length > 0 ? set : (open.targets ?? []).map(({ id }) => id);
  const item = ({ id, title }: { id: string; title: string }): Choice => ({
    label: id,
    description: title,
    name: id,
    picked: current.includes(id),
  });
  const items: Choice[] = [
    ...own.map((name): Choice => ({ label: name, description: 'your own file', name, picked: true })),
    ...choices.filter(({ takes }) => takes).map(item),
    { label: '$(file-add) A file of your own…' },
    { label: 'Other formats than this model’s', kind: vscode.QuickPickItemKind.Separator },
    ...choices.filter(({ takes }) => !takes).map(item),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    matchOnDescription: true,
    placeHolder: 'Targets that the models here are meant for',
  });
  if (!picked) return;
  const names = picked.flatMap(({ name }) => name ?? []);
  if (picked.some(({ name }) => name === undefined)) names.push(...(await askFiles()));
  if (sameTargets(names, current)) return;
  // The first that is new is what one wants to see.
  const shown = names.find((name) => !current.includes(name) && !isTargetFile(name)) ?? names[0];
  await updateSetting('targets', names.length > 0 ? names : undefined);
  if (shown !== undefined && !isTargetFile(shown))
    panel.post({ type: 'overlay', overlay: targetOverlay(shown) });
}

async function askFiles(): Promise<string[]> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const files = await vscode.window.showOpenDialog({
    canSelectMany: true,
    filters: { 'Netloupe target': ['json'] },
    openLabel: 'Take as target',
    ...(folder && { defaultUri: folder }),
  });
  return (files ?? []).map(({ fsPath }) => fileName(fsPath, folder?.fsPath));
}

export class TargetStatus implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'netloupe.targets',
    vscode.StatusBarAlignment.Right,
    99,
  );

  constructor(
    private readonly editors: ModelEditors,
    models: Models,
  ) {
    this.item.name = 'Netloupe targets';
    this.item.command = 'netloupe.chooseTargets';
    editors.onDidChangeActive(() => this.update());
    models.onDidRead(() => this.update());
  }

  dispose(): void {
    this.item.dispose();
  }

  private update(): void {
    const open = this.editors.active?.model.open;
    if (!open || open.graphs.length === 0) return this.item.hide();
    this.item.text = `$(circuit-board) ${statusText(open.targets ?? [])}`;
    this.item.tooltip = statusTooltip(open);
    this.item.accessibilityInformation = { label: this.item.tooltip };
    this.item.show();
  }
}

function statusText(targets: readonly TargetBrief[]): string {
  const [first, ...others] = targets;
  if (!first) return 'No target';
  const told = first.nodeShare === undefined ? first.id : `${first.id} ${share(first.nodeShare)}`;
  return others.length > 0 ? `${told} +${others.length}` : told;
}

function statusTooltip({ targets = [], targetsFrom }: OpenResult): string {
  if (targets.length === 0) return 'Choose the targets that this model is meant for';
  const lines = targets.map(({ id, title, refusal, nodeShare = 0, macShare, partitions = 0 }) => {
    if (refusal !== undefined) return `${id}: ${title} ${refusal}`;
    const macs = typeof macShare === 'number' ? `, ${share(macShare)} of MACs` : '';
    return `${id}: ${share(nodeShare)} of nodes${macs}, in ${plural(partitions, 'partition')}`;
  });
  const from = targetsFrom === 'settings' ? 'the setting netloupe.targets' : '.netloupe.json';
  return [...lines, `From ${from}. Click to choose.`].join('\n');
}
