// What a node costs, and what all of them cost together: the backend's words, set out where people look for them.
import type { CostsResult, MemoryPlan, NodeCosts, NodeResult, TopNode } from '../../generated/protocol.js';
import { button, type Child, h, link } from '../dom.js';
import type { Fact } from '../tensor_facts.js';
import { count, counted } from '../words.js';
import { later, type Page, section } from './sections.js';

/** In the order that people ask. */
export function costFacts(costs: NodeCosts): Fact[] {
  const rows: Fact[] = [
    ['MACs', costs.macs.text],
    ['FLOPs', costs.flops.text],
    ['Read', costs.bytesRead.text],
    ['Written', costs.bytesWritten.text],
  ];
  // Most nodes have no weights; two rows that say so would only be in the way.
  if (costs.parameters.value !== 0 || costs.weightBytes.value !== 0) {
    rows.push(['Parameters', costs.parameters.text], ['Weights', costs.weightBytes.text]);
  }
  rows.push(['Activations', costs.activationBytes.text]);
  // Of nothing that is done to nothing that is moved there is no ratio.
  const idle = costs.bytesRead.value === 0 && costs.bytesWritten.value === 0;
  if (!idle) rows.push(['Intensity', costs.intensity.text]);
  return rows;
}

export function nodeCosts({ model }: Page, node: NodeResult): HTMLElement | undefined {
  const counted = async () => node.costs ?? (await model.costsOf(node.graph, node.node));
  return section(
    'Costs',
    undefined,
    later('Counting…', async () => [costRows(await counted())]),
  );
}

function costRows(costs: NodeCosts): HTMLElement {
  const rows = costFacts(costs).flatMap(([name, text]) => [h('dt', {}, name), h('dd', {}, amount(text))]);
  return h('dl', { class: 'facts' }, ...rows);
}

/** Formulas of large models are pages long: their begin says that they are formulas, a click all of them. */
function amount(text: string): Child {
  if (text.length <= kLongFormula) return text;
  const begin = `${text.slice(0, kFormulaBegin)}…`;
  return h('details', { class: 'formula' }, h('summary', {}, begin), h('p', {}, text));
}

const kLongFormula = 80;
const kFormulaBegin = 40;

/** Costs of the main graph. */
export function modelCosts(page: Page): HTMLElement | undefined {
  const main = page.model.mainGraph;
  if (!main) return undefined;
  const content = later('Counting…', async () => {
    const costs = await page.model.costs(main.id);
    return [
      dimensions(page, costs),
      costRows(costs.totals),
      memory(page, main.id, costs.plan),
      topNodes(page, main.id, costs.top),
    ];
  });
  return section('Costs of a run', undefined, content);
}

/** The names that formulas hang on, which can have numbers. */
function dimensions({ actions }: Page, { symbols }: CostsResult): HTMLElement | undefined {
  if (symbols.length === 0) return undefined;
  const bind = button('Bind dimensions…', () => actions.bindDimensions(), 'button secondary small');
  return h('p', { class: 'dimensions' }, bind, h('span', { class: 'note' }, symbols.join(', ')));
}

/** Why there is no plan, or nothing. */
export function planTrouble({ arenaBytes, unbound, unknown }: MemoryPlan): string | undefined {
  if (arenaBytes !== undefined) return undefined;
  const needs = unbound.length > 0 ? `numbers for ${unbound.join(', ')}` : '';
  const lacks =
    unknown > 0
      ? `the size of ${counted(unknown, 'tensor')}, which ${unknown === 1 ? 'is' : 'are'} unknown`
      : '';
  return `Needs ${[needs, lacks].filter(Boolean).join(' and ') || 'sizes that are unknown'}.`;
}

function memory({ actions }: Page, graph: number, plan: MemoryPlan): HTMLElement {
  const trouble = planTrouble(plan);
  if (trouble !== undefined) return part('Activation memory', h('p', { class: 'note' }, trouble));
  const rows: HTMLElement[] = [];
  const row = (name: string, ...value: Child[]) => rows.push(h('dt', {}, name), h('dd', {}, ...value));
  row('Peak', plan.liveText);
  row('Arena', plan.arenaText);
  const { peak } = plan;
  if (peak)
    row(
      'At',
      link(nodeName(peak), () => actions.go({ graph, node: peak.node })),
    );
  const most = plan.peakTensors[0]?.bytes ?? 0;
  const tensors = plan.peakTensors.map(({ tensor, name, bytes, text }) =>
    bar(
      link(name || '(unnamed)', () => actions.go({ graph, tensor }), name),
      text,
      bytes / most,
    ),
  );
  const hidden = (plan.peakTensorCount ?? 0) - tensors.length;
  return part(
    'Activation memory',
    h('dl', { class: 'facts' }, ...rows),
    tensors.length > 0 && h('p', { class: 'note' }, 'Alive at the peak'),
    h('ul', { class: 'cost-rows' }, ...tensors),
    hidden > 0 && h('p', { class: 'note' }, `and ${count(hidden)} smaller`),
  );
}

const kMetrics = [
  ['macs', 'MACs'],
  ['weightBytes', 'Weights'],
  ['activationBytes', 'Activations'],
] as const;

/** The metric that was looked at last, for as long as the webview lives. */
let chosen: (typeof kMetrics)[number][0] = 'macs';

function topNodes(page: Page, graph: number, top: CostsResult['top']): HTMLElement | undefined {
  const present = kMetrics.filter(([metric]) => top[metric].length > 0);
  if (present.length === 0) return undefined;
  const list = h('ul', { class: 'cost-rows' });
  const choices = present.map(([metric, name]) => {
    const choice = h('button', { type: 'button', class: 'choice' }, name);
    choice.addEventListener('click', () => choose(metric));
    return [metric, choice] as const;
  });
  const choose = (metric: typeof chosen) => {
    chosen = metric;
    for (const [other, choice] of choices) choice.setAttribute('aria-pressed', String(other === metric));
    list.replaceChildren(...top[metric].map((node) => topRow(page, graph, node)));
  };
  choose(present.some(([metric]) => metric === chosen) ? chosen : present[0][0]);
  const bar = h('div', { class: 'choices', role: 'group', aria: { label: 'Most expensive nodes by' } });
  bar.append(...choices.map(([, choice]) => choice));
  return part('Most expensive nodes', bar, list);
}

function topRow({ actions }: Page, graph: number, { node, text, share }: TopNode): HTMLElement {
  const go = link(nodeName(node), () => actions.go({ graph, node: node.node }), node.name);
  return bar(go, `${text} · ${percent(share)}`, share);
}

/** A row whose ground shows its part of the whole. */
function bar(name: HTMLElement, amount: string, share: number): HTMLElement {
  const fill = h('span', { class: 'bar-fill', aria: { hidden: true } });
  fill.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return h('li', {}, fill, name, h('span', { class: 'amount' }, amount));
}

function part(title: string, ...content: Child[]): HTMLElement {
  return h('div', { class: 'cost-part' }, h('h2', {}, title), ...content);
}

/** Exporters mostly name a node after its operator. */
export function nodeName({ node, op, name }: { node: number; op: string; name: string }): string {
  if (!name) return `${op} #${count(node + 1)}`;
  return name.includes(op) ? name : `${op} ${name}`;
}

/** 0.123 → '12.3 %'. */
export function percent(share: number): string {
  const value = share * 100;
  if (value > 0 && value < 0.1) return '< 0.1 %';
  return `${value >= 99.95 ? '100' : value.toFixed(1)} %`;
}
