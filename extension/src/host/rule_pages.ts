// A rule's documentation as a read-only Markdown document, shown in VS Code's own preview.
import * as vscode from 'vscode';
import type { Backend } from './backend.js';

export const kRuleScheme = 'netloupe-rule';

export class RulePages implements vscode.TextDocumentContentProvider {
  constructor(private readonly backend: Backend) {}

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const rule = uri.path.replace(/^\//, '').replace(/\.md$/, '');
    const { markdown } = await this.backend.request('netloupe/rule', { rule });
    return markdown;
  }
}

export async function showRule(rule: string): Promise<void> {
  const uri = vscode.Uri.from({ scheme: kRuleScheme, path: `/${rule}.md` });
  await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
}
