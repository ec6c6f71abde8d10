// A tensor's properties: what people come for first, then who makes and takes it, then its values.
import type { TensorResult } from '../../generated/protocol.js';
import { h, link } from '../dom.js';
import { tensorFacts } from '../tensor_facts.js';
import { channelTable } from './channels.js';
import { entries, facts, findingsSection, nodeList, type Page, section, title } from './sections.js';
import { constantFacts, valuesView } from './values.js';

const kKinds: Record<TensorResult['kind'], string> = {
  input: 'Graph input',
  output: 'Graph output',
  activation: 'Tensor',
  constant: 'Constant',
  variable: 'Variable',
  captured: 'Captured from the enclosing graph',
};

export function tensorPage(page: Page, tensor: TensorResult): (HTMLElement | undefined)[] {
  const { producer, constant, quantization } = tensor;
  const { actions } = page;
  const known = tensorFacts(tensor);
  const told = new Set(known.map((fact) => fact.join()));
  return [
    title(kKinds[tensor.kind], tensor.name || '(unnamed)'),
    facts(known),
    quantization && quantization.count > 1 ? channelTable(page.model, tensor) : undefined,
    findingsSection(page, tensor.findings),
    producer &&
      section(
        'Producer',
        undefined,
        h(
          'p',
          { class: 'node-list' },
          h('span', { class: 'op' }, producer.op),
          ' ',
          link(producer.name || `#${producer.node + 1}`, () =>
            actions.go({ graph: tensor.graph, node: producer.node }),
          ),
        ),
      ),
    section(
      'Consumers',
      tensor.consumers.length,
      tensor.consumers.length > 0
        ? nodeList(tensor.consumers, tensor.graph, actions)
        : h('p', { class: 'note' }, 'Nothing in this graph reads it.'),
    ),
    constant &&
      section(
        'Values',
        undefined,
        facts(constantFacts(constant).filter((fact) => !told.has(fact.join()))),
        constant.state === 'present' && valuesView(page, constant.constant, constant.elements),
      ),
    section('Metadata', tensor.metadata?.length, entries(tensor.metadata)),
    tensor.doc ? section('Documentation', undefined, h('p', { class: 'doc' }, tensor.doc)) : undefined,
  ];
}
