// What the chosen targets make of the model, and of one node.
import type {
  NodeResult,
  NodeVerdict,
  TargetBrief,
  TargetsResult,
  TargetSummary,
  Verdict,
} from '../../generated/protocol.js';
import { targetOverlay } from '../../shared/overlays.js';
import { button, type Child, h, link } from '../dom.js';
import { kVerdicts } from '../placed.js';
import { count, counted } from '../words.js';
import { nodeName, percent } from './costs.js';
import { later, nodeList, type Page, section } from './sections.js';

const kComputedOnLoading = 'computed when the model is loaded';

/** Rows that are shown before somebody asks for more. */
const kShown = 8;

export function modelTargets(page: Page): HTMLElement | undefined {
  const main = page.model.mainGraph;
  if (!main) return undefined;
  const { targets = [], targetsFrom } = page.model.opened;
  const from = targetsFrom === 'settings' ? 'Chosen in the settings.' : 'Chosen in .netloupe.json.';
  const none = 'None chosen: with one, every node gets a verdict, and the rules D01 to D08 hold.';
  return section(
    'Targets',
    targets.length > 0 ? targets.length : undefined,
    h(
      'p',
      { class: 'dimensions' },
      button('Choose targets…', () => page.actions.chooseTargets(), 'button secondary small'),
      h('span', { class: 'note' }, targets.length > 0 ? from : none),
    ),
    ...targets.map((target) => targetPart(page, main.id, target)),
  );
}

function targetPart(page: Page, graph: number, { id, title, refusal }: TargetBrief): HTMLElement {
  const colour = link('Colour the graph', () => page.actions.colourBy(targetOverlay(id)));
  const head = h('h2', { class: 'target-head' }, h('span', {}, id), refusal === undefined && colour);
  if (refusal !== undefined)
    return h('div', { class: 'cost-part' }, head, h('p', { class: 'note' }, `${title} ${refusal}.`));
  const content = later('Judging…', async () =>
    details(page, graph, await page.model.target(graph, id, false)),
  );
  return h('div', { class: 'cost-part' }, head, h('p', { class: 'note' }, title), content);
}

function details(page: Page, graph: number, result: TargetsResult): (HTMLElement | undefined)[] {
  const { summary, operators = [], replace = [], parts = [], source, asOf } = result;
  if (!summary) return [];
  return [
    summaryRows(summary),
    rows(
      'Not simply supported',
      operators.map((row) => operatorRow(page, graph, row)),
    ),
    rows(
      'To become one partition, replace',
      replace.map((row) => operatorRow(page, graph, row)),
    ),
    rows(
      summary.parts > parts.length
        ? `The first ${parts.length} of ${count(summary.parts)} partitions`
        : 'Partitions',
      parts.map((part, i) => partRow(page, graph, part, i)),
    ),
    h('p', { class: 'note target-source' }, `Facts: ${source}, ${asOf}`),
  ];
}

function summaryRows({ nodeShare, macShare, partitions, verdicts }: TargetSummary): HTMLElement {
  const macs = macShare === null ? '' : ` · ${percent(macShare)} of MACs`;
  const present = kVerdicts.filter((verdict) => verdicts[verdict] > 0);
  return h(
    'dl',
    { class: 'facts' },
    h('dt', {}, 'On the target'),
    h('dd', {}, `${percent(nodeShare)} of nodes${macs}`),
    h('dt', {}, 'Partitions'),
    h('dd', {}, count(partitions)),
    h('dt', {}, 'Verdicts'),
    h(
      'dd',
      { class: 'verdict-counts' },
      ...present.map((verdict) =>
        h('span', { class: 'verdict-count' }, mark(verdict), `${count(verdicts[verdict])} ${verdict}`),
      ),
    ),
  );
}

function mark(verdict: Verdict): HTMLElement {
  return h('span', { class: `verdict ${verdict}`, role: 'img', aria: { label: verdict } });
}

/** The first rows, and the rest on demand. */
function rows(title: string, all: readonly HTMLElement[]): HTMLElement | undefined {
  if (all.length === 0) return undefined;
  const list = h('ul', { class: 'target-rows' }, ...all.slice(0, kShown));
  const rest = all.slice(kShown);
  const more = button(
    `Show the other ${count(rest.length)}`,
    () => {
      list.append(...rest);
      more.remove();
    },
    'button secondary small',
  );
  return h('div', { class: 'target-list' }, h('h3', {}, title), list, rest.length > 0 && more);
}

type OperatorRow = NonNullable<TargetsResult['replace']>[number] & { verdict?: Verdict; reason?: string };

function operatorRow({ actions }: Page, graph: number, row: OperatorRow): HTMLElement {
  const { op, count: number, nodes, verdict, reason } = row;
  const [first] = nodes;
  const name: Child = first ? link(op, () => actions.go({ graph, node: first.node }), nodeName(first)) : op;
  return h(
    'li',
    {},
    verdict && mark(verdict),
    h(
      'div',
      {},
      name,
      reason && h('p', { class: 'note' }, reason),
      number > 1 &&
        h(
          'details',
          { class: 'folded' },
          h('summary', {}, counted(number, 'node')),
          nodeList(nodes, graph, actions),
        ),
    ),
  );
}

type Part = NonNullable<TargetsResult['parts']>[number];

function partRow({ actions }: Page, graph: number, part: Part, index: number): HTMLElement {
  const to = (node: Part['first']) =>
    link(nodeName(node), () => actions.go({ graph, node: node.node }), node.name);
  const ends = part.count === 1 ? [to(part.first)] : [to(part.first), ' … ', to(part.last)];
  const borders = part.taken
    ? part.in !== undefined && `${part.in} in, ${part.out ?? '0 B'} out`
    : 'left to the processor';
  return h(
    'li',
    { class: part.taken ? '' : 'left' },
    h('span', { class: 'amount' }, String(index + 1)),
    h(
      'div',
      {},
      h('p', {}, ...ends),
      h('p', { class: 'note' }, [counted(part.count, 'node'), borders].filter(Boolean).join(' · ')),
    ),
  );
}

export function nodeTargets({ targets = [] }: NodeResult): HTMLElement | undefined {
  return section(
    'Targets',
    undefined,
    targets.length > 0 && h('ul', { class: 'target-rows' }, ...targets.map(verdictRow)),
  );
}

function verdictRow({ id, verdict, reasons }: NodeVerdict): HTMLElement {
  return h(
    'li',
    {},
    verdict ? mark(verdict) : h('span'),
    h(
      'div',
      {},
      h('p', {}, id, h('span', { class: 'note' }, ` ${verdict ?? kComputedOnLoading}`)),
      ...reasons.map((reason) => h('p', { class: 'note' }, reason)),
    ),
  );
}

/** For the hover card: one line a target. */
export function verdictText({ verdict, reasons }: NodeVerdict): string {
  if (verdict === undefined) return kComputedOnLoading;
  const [first] = reasons;
  return first === undefined ? verdict : `${verdict}: ${first}`;
}
