// Activation: builds the parts and connects them. Each part is one feature in one file.
import * as vscode from 'vscode';
import { Backend } from './backend.js';
import { readBindings } from './bindings.js';
import { registerCommands } from './commands.js';
import { FindingDecorations } from './decorations.js';
import { Diagnostics } from './diagnostics.js';
import { takeOverEarlyTabs } from './early_tabs.js';
import { kOptionalViewType, kViewType, ModelEditors } from './editor.js';
import { FindingsView } from './findings_view.js';
import { Models } from './models.js';
import { kRuleScheme, RulePages } from './rule_pages.js';
import { StatusBar } from './status_bar.js';
import { GraphTree } from './tree.js';
import { WebviewPage } from './webview_page.js';

export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel('Netloupe');
  const diagnostics = new Diagnostics();
  const middleware = {
    handleDiagnostics: (uri: vscode.Uri, received: vscode.Diagnostic[]) => diagnostics.publish(uri, received),
  };
  const backend = new Backend(context, output, middleware, readBindings);
  const models = new Models(backend);
  const editors = new ModelEditors({
    backend,
    models,
    page: new WebviewPage(context.extensionPath),
    memory: context.workspaceState,
  });
  const findings = new FindingsView(backend, editors, models, diagnostics);
  const tree = new GraphTree(backend, editors, models, diagnostics);
  context.subscriptions.push(
    output,
    diagnostics,
    backend,
    models,
    editors,
    tree,
    new StatusBar(editors, models, diagnostics),
    ...[kViewType, kOptionalViewType].map((viewType) =>
      vscode.window.registerCustomEditorProvider(viewType, editors, {
        supportsMultipleEditorsPerDocument: true,
        // A click in the Problems panel hides the page for a moment; made anew each time, the graph would blink.
        webviewOptions: { retainContextWhenHidden: true },
      }),
    ),
    vscode.window.registerTreeDataProvider('netloupe.graph', tree),
    vscode.window.registerFileDecorationProvider(new FindingDecorations(diagnostics)),
    vscode.workspace.registerTextDocumentContentProvider(kRuleScheme, new RulePages(backend)),
    findings,
    ...registerCommands({ editors, backend, models, findings, patterns: modelPatterns(context) }),
    vscode.workspace.onDidDeleteFiles(({ files }) => files.forEach((uri) => diagnostics.clear(uri))),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('netloupe.serverPath')) void backend.restart();
      if (event.affectsConfiguration('netloupe.bindings')) void backend.bind(readBindings());
    }),
  );
  void takeOverEarlyTabs();
}

/** Those of the files that this editor opens by itself. */
function modelPatterns(context: vscode.ExtensionContext): string[] {
  const { contributes } = context.extension.packageJSON as {
    contributes: { customEditors: { viewType: string; selector: { filenamePattern: string }[] }[] };
  };
  const editor = contributes.customEditors.find(({ viewType }) => viewType === kViewType);
  return editor?.selector.map(({ filenamePattern }) => filenamePattern) ?? [];
}
