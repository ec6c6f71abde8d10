// The findings of the model that is shown, in the side bar: by rule, with a filter, and with what can be done about each.
import * as vscode from 'vscode';
import type { FindingInfo, FindingsResult } from '../generated/protocol.js';
import { omissionText } from '../shared/omissions.js';
import type { Backend } from './backend.js';
import type { Diagnostics } from './diagnostics.js';
import type { ModelEditors } from './editor.js';
import { revealCommand, severityIcon } from './element_rows.js';
import { type FindingGroup, groupByRule } from './finding_groups.js';
import { plural } from './format_numbers.js';
import { literalMarkdown } from './markdown_text.js';
import type { Models } from './models.js';
import { ruleDigest } from './rule_digest.js';

export type FindingRow = FindingGroup | FindingInfo;

export class FindingsView implements vscode.TreeDataProvider<FindingRow>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly view: vscode.TreeView<FindingRow>;
  private readonly subscriptions: vscode.Disposable[] = [];
  private groups: FindingGroup[] = [];
  /** What the list lacks. */
  private notes: string[] = [];
  /** Something is known of the model that is shown. */
  private answered = false;
  /** Rules that are shown; all when there are none. */
  private filter = new Set<string>();
  shown: vscode.Uri | undefined;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly backend: Backend,
    editors: ModelEditors,
    models: Models,
    diagnostics: Diagnostics,
  ) {
    this.view = vscode.window.createTreeView('netloupe.findings', {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    const refresh = (uri: vscode.Uri) => {
      if (uri.toString() === this.shown?.toString()) void this.read();
    };
    this.subscriptions.push(
      this.view,
      this.changed,
      editors.onDidChangeActive((panel) => {
        // Another kind of editor leaves the list as it is: one reads it beside the code.
        if (!panel || panel.model.uri.toString() === this.shown?.toString()) return;
        this.shown = panel.model.uri;
        this.answered = false;
        void this.read();
      }),
      models.onDidChange((model) => refresh(model.uri)),
      diagnostics.onDidChange(refresh),
    );
  }

  getChildren(parent?: FindingRow): FindingRow[] {
    if (parent) return 'findings' in parent ? parent.findings : [];
    return this.groups.filter(({ rule }) => this.filter.size === 0 || this.filter.has(rule));
  }

  getTreeItem(row: FindingRow): vscode.TreeItem {
    return 'findings' in row ? this.groupItem(row) : this.findingItem(row);
  }

  /** The hover of a finding tells what its rule is about: asked for when somebody looks. */
  async resolveTreeItem(item: vscode.TreeItem, row: FindingRow): Promise<vscode.TreeItem> {
    if ('findings' in row) return item;
    const { markdown } = await this.backend.request('netloupe/rule', { rule: row.rule });
    item.tooltip = tooltip(row, ruleDigest(markdown));
    return item;
  }

  async chooseRules(): Promise<void> {
    const items = this.groups.map(({ rule, ruleName, findings }) => ({
      label: rule,
      description: ruleName,
      detail: plural(findings.length, 'finding'),
      picked: this.filter.size === 0 || this.filter.has(rule),
    }));
    const chosen = await vscode.window.showQuickPick(items, {
      canPickMany: true,
      placeHolder: 'Rules whose findings are listed',
    });
    if (!chosen) return;
    this.filter = chosen.length === items.length ? new Set() : new Set(chosen.map(({ label }) => label));
    this.show();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private async read(): Promise<void> {
    const uri = this.shown;
    if (!uri || this.backend.state !== 'ready') return;
    try {
      const answer = await this.backend.request('netloupe/findings', { uri: uri.toString() });
      if (uri !== this.shown) return;
      this.take(answer);
      if (answer.complete) return;
      // Rules that read weights come later.
      const all = await this.backend.request('netloupe/findings', { uri: uri.toString(), complete: true });
      if (uri === this.shown) this.take(all);
    } catch {
      // Nothing of the file could be read, and the Problems panel says why; or it was read again, and what follows tells.
      if (uri === this.shown && !this.answered) this.take({ findings: [], complete: true });
    }
  }

  private take({ findings, complete, omissions = [] }: FindingsResult): void {
    this.answered = true;
    this.groups = groupByRule(findings);
    this.notes = complete ? omissions.map(omissionText) : ['Weights are being read…'];
    this.show();
  }

  private show(): void {
    const hidden = this.groups.length - this.getChildren().length;
    this.view.description = hidden > 0 ? `${plural(hidden, 'rule')} hidden` : '';
    const none = this.shown && this.groups.length === 0 ? ['No findings.'] : [];
    this.view.message = [...none, ...this.notes].join(' ');
    this.changed.fire();
  }

  private groupItem({ rule, ruleName, severity, findings }: FindingGroup): vscode.TreeItem {
    const item = new vscode.TreeItem(rule, vscode.TreeItemCollapsibleState.Expanded);
    item.id = rule;
    item.description = `${ruleName}  ${findings.length}`;
    item.iconPath = severityIcon(severity);
    item.contextValue = 'rule';
    return item;
  }

  private findingItem(finding: FindingInfo): vscode.TreeItem {
    const item = new vscode.TreeItem(finding.message);
    item.iconPath = severityIcon(finding.severity);
    item.contextValue = 'finding';
    item.accessibilityInformation = { label: `${finding.severity}: ${finding.message}` };
    const reveal = revealCommand(this.shown, finding);
    if (reveal) item.command = reveal;
    return item;
  }
}

function tooltip({ rule, ruleName, message, fix }: FindingInfo, page = ''): vscode.MarkdownString {
  const args = encodeURIComponent(JSON.stringify([rule]));
  const text = new vscode.MarkdownString(
    [
      `**${rule} ${ruleName}**`,
      literalMarkdown(message),
      literalMarkdown(fix ?? ''),
      page === '' ? '' : `---\n\n${page}`,
      `[All of the rule's page](command:netloupe.explainRule?${args})`,
    ].join('\n\n'),
  );
  text.isTrusted = { enabledCommands: ['netloupe.explainRule'] };
  return text;
}
