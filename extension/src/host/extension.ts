// Activation: builds the parts and connects them. Each part is one feature in one file.
import * as vscode from 'vscode';
import { Backend } from './backend.js';
import { affectsBackend, readBackendSettings } from './backend_settings.js';
import { registerCommands } from './commands.js';
import { FindingDecorations } from './decorations.js';
import { Diagnostics } from './diagnostics.js';
import { takeOverEarlyTabs } from './early_tabs.js';
import { kOptionalViewType, kViewType, ModelEditors } from './editor.js';
import { patternsOf } from './file_patterns.js';
import { FindingsView } from './findings_view.js';
import { Models } from './models.js';
import { OpenAsModel } from './open_as_model.js';
import { kRuleScheme, RulePages } from './rule_pages.js';
import { StatusBar } from './status_bar.js';
import { TargetStatus } from './targets.js';
import { GraphTree } from './tree.js';
import { WebviewPage } from './webview_page.js';

export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel('Netloupe');
  const diagnostics = new Diagnostics();
  const patterns = patternsOf(context.extension.packageJSON, kViewType);
  const middleware = {
    handleDiagnostics: (uri: vscode.Uri, received: vscode.Diagnostic[]) => diagnostics.publish(uri, received),
  };
  const backend = new Backend(context, output, middleware, readBackendSettings);
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
    new OpenAsModel(backend, patternsOf(context.extension.packageJSON, kOptionalViewType)),
    new StatusBar(editors, models, diagnostics),
    new TargetStatus(editors, models),
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
    ...registerCommands({ editors, backend, models, findings, patterns }),
    vscode.workspace.onDidDeleteFiles(({ files }) => files.forEach((uri) => diagnostics.clear(uri))),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('netloupe.serverPath')) void backend.restart();
      if (affectsBackend(event)) void backend.configure(readBackendSettings());
    }),
  );
  void takeOverEarlyTabs(patterns);
}
