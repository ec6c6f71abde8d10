// What one sees when nothing is selected: the model as a whole.
import type { FindingInfo, ModelResult, SignatureResult } from '../../generated/protocol.js';
import { omissionText } from '../../shared/omissions.js';
import { h, link } from '../dom.js';
import { place } from '../states.js';
import type { Fact } from '../tensor_facts.js';
import { bytes, count, magnitude } from '../words.js';
import { modelCosts } from './costs.js';
import { entries, facts, findingsSection, later, type Page, section, title } from './sections.js';
import { signatureCard } from './signature_card.js';
import { modelTargets } from './targets.js';

export function modelPage(
  page: Page,
  model: ModelResult,
  signature: SignatureResult,
  findings: readonly FindingInfo[],
): (HTMLElement | undefined)[] {
  const { opened } = page.model;
  const name = decodeURIComponent(page.model.uri.split('/').pop() ?? '');
  return [
    title('Model', name),
    damages(page),
    facts(summary(page)),
    findingsSection(page, findings),
    omissions(page),
    ...signatureCard(page, signature),
    modelTargets(page),
    modelCosts(page),
    section('Properties', undefined, entries(model.properties), entries(model.imports)),
    section('Operators', model.operators.length, operators(model)),
    section('Largest tensors', undefined, largest(page, model)),
    opened.graphs.length > 1 ? section('Graphs', opened.graphs.length, graphs(page)) : undefined,
    model.metadata.length > 0
      ? section('Metadata', model.metadata.length, entries(model.metadata))
      : undefined,
    attachments(page, model),
  ];
}

function damages({ model }: Page): HTMLElement | undefined {
  const list = [model.opened.error, ...(model.opened.damages ?? [])].filter((damage) => damage !== undefined);
  if (list.length === 0) return undefined;
  return h(
    'div',
    { class: 'damage', role: 'alert' },
    h('strong', {}, 'Parts of this file could not be read'),
    ...list.map((damage) => h('p', {}, `${damage.message} ${place(damage)}`)),
  );
}

function omissions({ model }: Page): HTMLElement {
  const load = async () => {
    const { omissions: left = [] } = await model.allFindings();
    return left.map((omission) => h('p', { class: 'note' }, omissionText(omission)));
  };
  return later('', load);
}

function summary({ model }: Page): Fact[] {
  const { summary: s } = model.opened;
  const rows: Fact[] = [
    ['Format', s.format],
    ['Nodes', count(s.nodes)],
    [
      'Parameters',
      s.parameters >= 1e6 ? `${magnitude(s.parameters)} (${count(s.parameters)})` : count(s.parameters),
    ],
  ];
  if (s.weightBytes !== undefined) rows.push(['Weights', bytes(s.weightBytes)]);
  rows.push(['File size', bytes(s.fileBytes)]);
  return rows;
}

function operators({ operators: list }: ModelResult): HTMLElement | undefined {
  const most = list[0]?.count ?? 0;
  if (most === 0) return undefined;
  return h(
    'table',
    { class: 'bars' },
    ...list.map(({ op, count: number }) => {
      const bar = h('span', { class: 'bar-fill' });
      bar.style.width = `${(number / most) * 100}%`;
      return h('tr', {}, h('th', { scope: 'row' }, op), h('td', {}, bar, h('span', {}, count(number))));
    }),
  );
}

function largest({ actions }: Page, { largest: list }: ModelResult): HTMLElement | undefined {
  const most = list[0]?.bytes ?? 0;
  if (most === 0) return undefined;
  return h(
    'ul',
    { class: 'arguments' },
    ...list.map(({ graph, tensor, name, bytes: size, dtype, shape }) =>
      h(
        'li',
        {},
        h(
          'div',
          { class: 'argument-name' },
          link(name || '(unnamed)', () => actions.go({ graph, tensor }), name),
          h('span', { class: 'amount' }, bytes(size)),
        ),
        h('div', { class: 'argument-type' }, [dtype, shape].filter(Boolean).join(' · ')),
      ),
    ),
  );
}

function graphs({ model, actions }: Page): HTMLElement {
  return h(
    'ul',
    { class: 'arguments' },
    ...model.opened.graphs.map((graph) =>
      h(
        'li',
        {},
        h(
          'div',
          { class: 'argument-name' },
          link(graph.name || `graph ${graph.id}`, () => actions.openGraph(graph.id)),
          h('span', { class: 'amount' }, `${count(graph.nodes)} nodes`),
        ),
        h('div', { class: 'argument-type' }, graph.kind),
      ),
    ),
  );
}

function attachments({ actions }: Page, { attachments: list }: ModelResult): HTMLElement | undefined {
  if (list.length === 0) return undefined;
  return section(
    'Attachments',
    list.length,
    ...list.map(({ name, bytes: size, text }) =>
      text === undefined
        ? h('p', { class: 'argument-name' }, name, h('span', { class: 'amount' }, bytes(size)))
        : h(
            'details',
            { class: 'attachment' },
            h('summary', {}, name, h('span', { class: 'amount' }, bytes(size))),
            h('pre', { tabindex: 0 }, text),
            h(
              'button',
              { type: 'button', class: 'button secondary small', on: { click: () => actions.copy(text) } },
              'Copy',
            ),
          ),
    ),
  );
}
