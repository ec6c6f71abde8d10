// What rows of the side bar's views have in common: a click reveals their element, an icon tells the worst finding.
import * as vscode from 'vscode';
import type { FindingInfo } from '../generated/protocol.js';
import type { Target } from '../shared/messages.js';

const kSeverityIcons: Record<FindingInfo['severity'], vscode.ThemeIcon> = {
  error: new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground')),
  warning: new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground')),
  info: new vscode.ThemeIcon('info'),
};

export function severityIcon(severity: FindingInfo['severity']): vscode.ThemeIcon {
  return kSeverityIcons[severity];
}

/** Nothing for what stands nowhere in a graph. */
export function revealCommand(
  model: vscode.Uri | undefined,
  { graph, node, tensor }: Partial<Target>,
): vscode.Command | undefined {
  if (!model || graph === undefined) return undefined;
  return {
    command: 'netloupe.reveal',
    title: 'Reveal in graph',
    arguments: [model.toString(), { graph, node, tensor }],
  };
}
