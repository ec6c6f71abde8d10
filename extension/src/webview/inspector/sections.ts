// The building blocks of the inspector: sections that open and close, rows of facts, findings.
import type { FindingInfo, NodeBrief } from '../../generated/protocol.js';
import type { OverlayName, Target } from '../../shared/messages.js';
import { breakable, type Child, h, link } from '../dom.js';
import type { Model } from '../model.js';
import type { Fact } from '../tensor_facts.js';
import { count, counted } from '../words.js';

/** What the inspector's pages may do. */
export interface Actions {
  go(target: Target): void;
  openGraph(graph: number): void;
  openRule(rule: string): void;
  ignore(finding: FindingInfo): void;
  bindDimensions(): void;
  chooseTargets(): void;
  colourBy(overlay: OverlayName): void;
  copy(text: string): void;
}

export interface Page {
  model: Model;
  actions: Actions;
}

/** Sections that the user closed, by title, for as long as the webview lives. */
const closed = new Set<string>();

export function section(
  title: string,
  size: number | undefined,
  ...content: Child[]
): HTMLElement | undefined {
  if (content.every((child) => !child)) return undefined;
  const details = h(
    'details',
    { class: 'section', open: !closed.has(title) },
    h(
      'summary',
      {},
      h('span', {}, title),
      size === undefined ? undefined : h('span', { class: 'count' }, count(size)),
    ),
    ...content,
  );
  details.addEventListener('toggle', () => (details.open ? closed.delete(title) : closed.add(title)));
  return details;
}

export function facts(rows: readonly Fact[], className = 'facts'): HTMLElement | undefined {
  if (rows.length === 0) return undefined;
  return h(
    'dl',
    { class: className },
    ...rows.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
  );
}

export function entries(
  list: readonly { key: string; value: string }[] | undefined,
): HTMLElement | undefined {
  return facts((list ?? []).map(({ key, value }) => [key, value]));
}

export function title(kind: string, name: string, ...beside: Child[]): HTMLElement {
  return h(
    'div',
    { class: 'inspector-title' },
    h('span', { class: 'kind' }, kind),
    h('h1', {}, ...breakable(name)),
    ...beside,
  );
}

export function findingsSection(
  { model, actions }: Page,
  findings: readonly FindingInfo[],
): HTMLElement | undefined {
  if (findings.length === 0) return undefined;
  const rows = findings.map((finding) =>
    findingRow(finding, actions, model.graphInfo(finding.graph ?? -1)?.name),
  );
  return section('Findings', findings.length, h('ul', { class: 'findings-list' }, ...rows));
}

function findingRow(finding: FindingInfo, actions: Actions, graphName: string | undefined): HTMLElement {
  const { graph, node, tensor } = finding;
  const target =
    graph === undefined
      ? undefined
      : { graph, ...(node !== undefined ? { node } : tensor !== undefined ? { tensor } : {}) };
  const placed = target && (node !== undefined || tensor !== undefined);
  const rule = link(
    `${finding.rule} ${finding.ruleName}`,
    () => actions.openRule(finding.rule),
    'What the rule checks and why',
  );
  return h(
    'li',
    { class: 'finding' },
    h('span', { class: `severity ${finding.severity}`, role: 'img', aria: { label: finding.severity } }),
    h(
      'div',
      {},
      h('p', { class: 'finding-message' }, finding.message),
      finding.fix && h('p', { class: 'finding-fix' }, h('span', { class: 'fix-label' }, 'Fix'), finding.fix),
      h(
        'p',
        { class: 'finding-foot' },
        rule,
        placed && ' · ',
        placed && link('Show in graph', () => actions.go(target), graphName),
        ' · ',
        link('Ignore…', () => actions.ignore(finding), 'Accept this, with a reason, in the configuration'),
      ),
      finding.nodes &&
        finding.nodes.length > 1 &&
        graph !== undefined &&
        groupedNodes(finding.nodes, graph, actions),
    ),
  );
}

/** More than these would push what stands below them off the page. */
const kMostInSight = 3;

function groupedNodes(nodes: readonly NodeBrief[], graph: number, actions: Actions): HTMLElement {
  const list = nodeList(nodes, graph, actions);
  if (nodes.length <= kMostInSight) return list;
  return h('details', { class: 'folded' }, h('summary', {}, counted(nodes.length, 'node')), list);
}

const kMostListed = 50;

export function nodeList(nodes: readonly NodeBrief[], graph: number, actions: Actions): HTMLElement {
  const rows = nodes.slice(0, kMostListed).map(({ node, op, name }) =>
    h(
      'li',
      {},
      // Exporters mostly name a node after its operator.
      !name.includes(op) && h('span', { class: 'op' }, `${op} `),
      link(name || `#${node + 1}`, () => actions.go({ graph, node })),
    ),
  );
  if (nodes.length > rows.length)
    rows.push(h('li', { class: 'note' }, `and ${count(nodes.length - rows.length)} more`));
  return h('ul', { class: 'node-list' }, ...rows);
}

/** Content that takes a while: the page does not wait for it. */
export function later(words: string, load: () => Promise<(HTMLElement | undefined)[]>): HTMLElement {
  const place = h('div', {}, h('p', { class: 'note' }, words));
  load().then(
    (parts) => place.replaceChildren(...parts.filter((part) => part !== undefined)),
    (error: unknown) =>
      place.replaceChildren(
        h('p', { class: 'note', role: 'alert' }, error instanceof Error ? error.message : String(error)),
      ),
  );
  return place;
}

/** Content that is asked for only when wanted: a button, then what `load` gives, or why it failed. */
export function onDemand(label: string, load: () => Promise<HTMLElement>): HTMLElement {
  const place = h('div', { class: 'on-demand' });
  const ask = h('button', { type: 'button', class: 'button secondary small' }, label);
  ask.addEventListener('click', () => {
    ask.disabled = true;
    load().then(
      (content) => place.replaceChildren(content),
      (error: unknown) => {
        ask.disabled = false;
        place.replaceChildren(
          ask,
          h('p', { class: 'note' }, error instanceof Error ? error.message : String(error)),
        );
      },
    );
  });
  place.append(ask);
  return place;
}
