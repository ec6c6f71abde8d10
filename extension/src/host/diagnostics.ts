// Findings in the Problems panel. The backend publishes on the model's URI with the element in Diagnostic.data; here each becomes a row
// whose URI names its element (target_uri.ts), so that a click jumps, and whose rule code is a link that does the same.
import * as vscode from 'vscode';
import type { DiagnosticData } from '../generated/protocol.js';
import type { Target } from '../shared/messages.js';
import { targetToFragment } from './target_uri.js';

/** The panel drops rows silently when one update is very large; the rest is one row that says so. */
const kRowsPerModel = 500;

export interface SeverityCounts {
  errors: number;
  warnings: number;
  infos: number;
}

type ReceivedDiagnostic = vscode.Diagnostic & { data?: DiagnosticData };

export class Diagnostics implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection('netloupe');
  private readonly rowsOf = new Map<string, vscode.Uri[]>();
  private readonly countsOf = new Map<string, SeverityCounts>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  /** Fires with a model's URI when its findings were replaced. */
  readonly onDidChange = this.changed.event;

  counts(uri: vscode.Uri): SeverityCounts | undefined {
    return this.countsOf.get(uri.toString());
  }

  /** Replaces a model's findings, or what is wrong with a configuration: a text, whose problems have places of their own. */
  publish(uri: vscode.Uri, received: vscode.Diagnostic[]): void {
    if (received.some(({ data }: ReceivedDiagnostic) => data === undefined)) {
      this.replace(uri, [[uri, received]]);
      return;
    }
    const rows = new Map<string, [vscode.Uri, vscode.Diagnostic[]]>();
    for (const diagnostic of received.slice(0, kRowsPerModel) as ReceivedDiagnostic[]) {
      const row = uri.with({ fragment: targetToFragment(diagnostic.data) });
      linkCode(diagnostic, uri);
      const entry = rows.get(row.toString());
      if (entry) entry[1].push(diagnostic);
      else rows.set(row.toString(), [row, [diagnostic]]);
    }
    if (received.length > kRowsPerModel) {
      const row = uri.with({ fragment: 'model' });
      const rest = restOf(received.length - kRowsPerModel);
      const entry = rows.get(row.toString());
      if (entry) entry[1].push(rest);
      else rows.set(row.toString(), [row, [rest]]);
    }
    this.replace(uri, [...rows.values()]);
    this.countsOf.set(uri.toString(), countSeverities(received));
    this.changed.fire(uri);
  }

  clear(uri: vscode.Uri): void {
    this.replace(uri, []);
    this.countsOf.delete(uri.toString());
    this.changed.fire(uri);
  }

  dispose(): void {
    this.collection.dispose();
    this.changed.dispose();
  }

  /** One update of the collection that also clears rows whose element has no finding any more. */
  private replace(uri: vscode.Uri, rows: [vscode.Uri, vscode.Diagnostic[]][]): void {
    const kept = new Set(rows.map(([row]) => row.toString()));
    const gone = (this.rowsOf.get(uri.toString()) ?? []).filter((row) => !kept.has(row.toString()));
    this.collection.set([...gone.map((row): [vscode.Uri, undefined] => [row, undefined]), ...rows]);
    this.rowsOf.set(
      uri.toString(),
      rows.map(([row]) => row),
    );
  }
}

function linkCode(diagnostic: ReceivedDiagnostic, uri: vscode.Uri): void {
  const code = typeof diagnostic.code === 'object' ? diagnostic.code.value : diagnostic.code;
  if (code === undefined) return;
  const target: Partial<Target> = diagnostic.data ?? {};
  const args = encodeURIComponent(JSON.stringify([uri.toString(), target]));
  diagnostic.code = { value: code, target: vscode.Uri.parse(`command:netloupe.reveal?${args}`) };
}

function restOf(count: number): vscode.Diagnostic {
  const rest = new vscode.Diagnostic(
    new vscode.Range(0, 0, 0, 0),
    `${count.toLocaleString('en')} more findings; "netloupe check" lists them all.`,
    vscode.DiagnosticSeverity.Information,
  );
  rest.source = 'netloupe';
  return rest;
}

function countSeverities(diagnostics: readonly vscode.Diagnostic[]): SeverityCounts {
  const count = (severity: vscode.DiagnosticSeverity) =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  const errors = count(vscode.DiagnosticSeverity.Error);
  const warnings = count(vscode.DiagnosticSeverity.Warning);
  return { errors, warnings, infos: diagnostics.length - errors - warnings };
}
