// “Ignore this rule here”: writes what is accepted, and why, to the configuration beside the models. The backend notices the change and
// checks again.
import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { FindingInfo } from '../generated/protocol.js';
import type { Backend } from './backend.js';
import { literalPattern, type Suppression, withSuppressions } from './configuration_text.js';

const kConfigurationName = '.netloupe.json';
/** A finding about more nodes is better ignored for the whole model. */
const kMostNodes = 50;

interface Scope extends vscode.QuickPickItem {
  /** What is accepted; the reason comes later. */
  places: Omit<Suppression, 'reason'>[];
  /** Only for this model. */
  oneModel: boolean;
}

export async function ignoreFinding(backend: Backend, uri: vscode.Uri, finding: FindingInfo): Promise<void> {
  const configuration = await configurationOf(uri);
  const scope = await vscode.window.showQuickPick(await scopesOf(backend, uri, finding, configuration), {
    placeHolder: `Where to ignore ${finding.rule} ${finding.ruleName}`,
  });
  if (!scope) return;
  const reason = await vscode.window.showInputBox({
    prompt: 'Why is this accepted? The reason is written beside it.',
    validateInput: (text) => (text.trim() === '' ? 'Give a reason, for those who read it later.' : undefined),
  });
  if (reason === undefined) return;
  const file = scope.oneModel ? relativePath(configuration, uri) : undefined;
  const entries = scope.places.map((place) => ({ ...place, reason: reason.trim() }));
  await edit(configuration, (text) => withSuppressions(text, entries, file));
}

async function scopesOf(
  backend: Backend,
  uri: vscode.Uri,
  finding: FindingInfo,
  configuration: vscode.Uri,
): Promise<Scope[]> {
  const rules = [finding.rule];
  const scopes: Scope[] = [];
  const elements = await elementsOf(backend, uri, finding);
  if (elements.length > 0 && elements.length <= kMostNodes) {
    scopes.push({
      label: 'Here',
      description: named(elements),
      places: elements.map((element) => ({ rules, ...element })),
      oneModel: true,
    });
  }
  const folder = vscode.workspace.asRelativePath(vscode.Uri.joinPath(configuration, '..'));
  scopes.push(
    {
      label: 'In this model',
      description: vscode.workspace.asRelativePath(uri),
      places: [{ rules }],
      oneModel: true,
    },
    { label: 'In all models', description: `in ${folder} and below`, places: [{ rules }], oneModel: false },
  );
  return scopes;
}

function named(elements: readonly { node?: string; tensor?: string }[]): string {
  const [first] = elements;
  return elements.length === 1 ? (first?.node ?? first?.tensor ?? '') : `${elements.length} nodes`;
}

/** The names of what the finding is about; nothing when one of them has none. */
async function elementsOf(
  backend: Backend,
  uri: vscode.Uri,
  { graph, node, tensor, nodes }: FindingInfo,
): Promise<{ node?: string; tensor?: string }[]> {
  if (graph === undefined) return [];
  const file = uri.toString();
  let names: string[] = [];
  if (nodes && nodes.length > 0) {
    names = nodes.map(({ name }) => name);
  } else if (node !== undefined) {
    const { name, outputs } = await backend.request('netloupe/node', { uri: file, graph, node });
    names = [name || (outputs.find(({ tensor: given }) => given)?.tensor?.name ?? '')];
  } else if (tensor !== undefined) {
    const { name } = await backend.request('netloupe/tensor', { uri: file, graph, tensor });
    return name === '' ? [] : [{ tensor: literalPattern(name) }];
  }
  return names.includes('') ? [] : names.map((name) => ({ node: literalPattern(name) }));
}

/** The nearest configuration above the model; where there is none, one to be made in the workspace, or beside the model. */
async function configurationOf(uri: vscode.Uri): Promise<vscode.Uri> {
  for (let folder = vscode.Uri.joinPath(uri, '..'); ; folder = vscode.Uri.joinPath(folder, '..')) {
    const candidate = vscode.Uri.joinPath(folder, kConfigurationName);
    if (await exists(candidate)) return candidate;
    if (folder.path === '/' || posix.dirname(folder.path) === folder.path) break;
  }
  const home = vscode.workspace.getWorkspaceFolder(uri)?.uri ?? vscode.Uri.joinPath(uri, '..');
  return vscode.Uri.joinPath(home, kConfigurationName);
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type !== vscode.FileType.Directory;
  } catch {
    return false;
  }
}

function relativePath(configuration: vscode.Uri, uri: vscode.Uri): string {
  return literalPattern(posix.relative(posix.dirname(configuration.path), uri.path));
}

/** Through the editor when the file is open there, so that nothing that is not saved is lost. */
async function edit(configuration: vscode.Uri, change: (text: string) => string): Promise<void> {
  const before = (await exists(configuration))
    ? (await vscode.workspace.openTextDocument(configuration)).getText()
    : undefined;
  const after = change(before ?? '');
  const edits = new vscode.WorkspaceEdit();
  if (before === undefined) {
    edits.createFile(configuration, { contents: new TextEncoder().encode(after) });
    await vscode.workspace.applyEdit(edits);
    return;
  }
  const document = await vscode.workspace.openTextDocument(configuration);
  edits.replace(configuration, new vscode.Range(0, 0, document.lineCount, 0), after);
  await vscode.workspace.applyEdit(edits);
  await document.save();
}
