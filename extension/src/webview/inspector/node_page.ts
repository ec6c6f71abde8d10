// A node's properties: findings first, then inputs and outputs by role, attributes with their defaults marked.
import type { Argument, AttributeInfo, NodeResult, TensorBrief } from '../../generated/protocol.js';
import { h, link } from '../dom.js';
import { count } from '../words.js';
import { type Fact, typeText } from '../tensor_facts.js';
import { nodeCosts } from './costs.js';
import { entries, facts, findingsSection, type Page, section, title } from './sections.js';
import { nodeTargets } from './targets.js';
import { valuesView } from './values.js';

export function nodePage(page: Page, node: NodeResult): (HTMLElement | undefined)[] {
  const given = (list: readonly Argument[]) => list.filter((argument) => argument.tensor).length;
  return [
    title('Node', node.op, node.custom && h('span', { class: 'tag custom' }, 'custom')),
    node.summary ? h('p', { class: 'summary' }, node.summary) : undefined,
    facts(identity(node)),
    graphLinks(page, node),
    findingsSection(page, node.findings),
    section('Inputs', given(node.inputs), argumentsView(page, node.graph, node.inputs)),
    section('Outputs', given(node.outputs), argumentsView(page, node.graph, node.outputs)),
    node.attributes.length > 0
      ? section('Attributes', node.attributes.length, attributesView(page, node.attributes))
      : undefined,
    nodeTargets(node),
    nodeCosts(page, node),
    section('Metadata', node.metadata?.length, entries(node.metadata)),
    node.doc ? section('Documentation', undefined, h('p', { class: 'doc' }, node.doc)) : undefined,
  ];
}

function identity(node: NodeResult): Fact[] {
  const rows: Fact[] = [];
  if (node.name) rows.push(['Name', node.name]);
  rows.push(['Index', count(node.node + 1)]);
  if (node.domain) rows.push(['Domain', node.domain]);
  if (node.version !== undefined) rows.push(['Version', String(node.version)]);
  if (node.line !== undefined) rows.push(['Line', count(node.line)]);
  if (node.offset !== undefined)
    rows.push(['Offset', `${count(node.offset)} (0x${node.offset.toString(16).toUpperCase()})`]);
  return rows;
}

function graphLinks({ model, actions }: Page, node: NodeResult): HTMLElement | undefined {
  const inner = model
    .graphsOf(node.graph, node.node)
    .map((graph) => ({ id: graph.id, label: graph.ownerAttribute ?? graph.name }));
  if (node.callee !== undefined && !inner.some((graph) => graph.id === node.callee)) {
    inner.push({ id: node.callee, label: model.graphInfo(node.callee)?.name ?? 'called function' });
  }
  if (inner.length === 0) return undefined;
  const links = inner.map(({ id, label }) =>
    link(`Open ${label || `graph ${id}`}`, () => actions.openGraph(id)),
  );
  return h('div', { class: 'graph-links' }, ...links);
}

function argumentsView(page: Page, graph: number, list: readonly Argument[]): HTMLElement | undefined {
  if (list.length === 0) return undefined;
  return h(
    'ul',
    { class: 'arguments' },
    ...list.map(({ role, tensor }) =>
      h(
        'li',
        { class: tensor ? '' : 'absent' },
        h('span', { class: 'role' }, role),
        tensor ? tensorView(page, graph, tensor) : h('span', { class: 'note' }, 'not given'),
      ),
    ),
  );
}

function tensorView({ actions }: Page, graph: number, tensor: TensorBrief): HTMLElement {
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'argument-name' },
      link(tensor.name || '(unnamed)', () => actions.go({ graph, tensor: tensor.tensor }), tensor.name),
      tensor.constant && h('span', { class: 'tag' }, 'constant'),
    ),
    h('div', { class: 'argument-type' }, typeText({ dtype: tensor.dtype, shape: tensor.shape })),
    tensor.quantization && h('div', { class: 'argument-type' }, tensor.quantization),
  );
}

function attributesView(page: Page, attributes: readonly AttributeInfo[]): HTMLElement {
  // What was decided comes first; what is merely default stands greyed below.
  const ordered = [...attributes.filter((a) => !a.isDefault), ...attributes.filter((a) => a.isDefault)];
  return h(
    'dl',
    { class: 'facts attributes' },
    ...ordered.flatMap((attribute) => attributeRow(page, attribute)),
  );
}

function attributeRow(page: Page, attribute: AttributeInfo): HTMLElement[] {
  const why = attribute.written
    ? 'Written in the file, with the default value'
    : 'Default; not written in the file';
  const className = attribute.isDefault ? 'default' : '';
  const graphs = (attribute.graphs ?? []).map((id) =>
    link(page.model.graphInfo(id)?.name || `graph ${id}`, () => page.actions.openGraph(id)),
  );
  const value = h('dd', { class: className }, ...(graphs.length > 0 ? graphs : [attribute.value]));
  if (attribute.isDefault) value.append(' ', h('span', { class: 'tag', title: why }, 'default'));
  if (attribute.constant !== undefined) value.append(valuesView(page, attribute.constant, 2));
  return [h('dt', { class: className, title: attribute.type }, attribute.name), value];
}
