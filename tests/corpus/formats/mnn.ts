import { sameAttribute, type Conventions } from '../conventions.js';
import type { GraphFacts, ModelFacts, NodeFacts, Operand } from '../facts.js';

/** The peer tells neither types nor shapes of what goes in and out, and weights inside of a layer have no names to it. */
function told(graph: GraphFacts, expected: GraphFacts | undefined): GraphFacts {
  const weights = new Set((graph.weights ?? []).map((weight) => weight.name));
  const plain = ({ name }: Operand): Operand => ({ name, dtype: null, shape: null });
  return {
    ...graph,
    inputs: graph.inputs.map(plain),
    outputs: graph.outputs.map(plain),
    ...(graph.node_list && {
      node_list: graph.node_list.map((node, i) => ({
        ...node,
        attributes: { ...absent(expected?.node_list?.[i]), ...outermost(node) },
        inputs: node.inputs.map((name) => {
          const told = expected?.node_list?.[i]?.inputs.includes(name) ?? false;
          return weights.has(name) && !told ? '(unnamed)' : name;
        }),
      })),
    }),
  };
}

/** Lists that the file leaves out are empty to the peer. */
function absent(expected: NodeFacts | undefined): NodeFacts['attributes'] {
  return Object.fromEntries(Object.entries(expected?.attributes ?? {}).filter(([, value]) => value === ''));
}

/** Tables inside a table are left out by the peer. */
function outermost(node: NodeFacts): NodeFacts['attributes'] {
  return Object.fromEntries(Object.entries(node.attributes).filter(([name]) => !name.includes('.')));
}

/** Values of enumerations: the peer gives their numbers, types of elements by their common names. */
function isNamed(expected: string, actual: unknown): boolean {
  if (expected === 'kTfLiteActNone') return actual === 0;
  return (
    typeof actual === 'string' && /^[A-Z]\w*$/.test(actual) && /^(\d+|u?int\d+|float\d+)$/.test(expected)
  );
}

export default {
  argumentNames: false,
  weightName: ({ node, arg }) => `${node ?? ''}.${arg ?? ''}`,
  // A Const is a weight here.
  notCompared: ['ops.Const'],
  asPeer: (ours: ModelFacts, expected: ModelFacts): ModelFacts => ({
    ...ours,
    graphs: ours.graphs.map((graph, i) => told(graph, expected.graphs[i])),
  }),
  sameAttribute: (expected, actual) =>
    isNamed(expected, actual) || sameAttribute(expected.replaceAll(/,\s*/g, ', '), actual),
  readBetter: {
    'mnn/slim-320-quant-ADMM-50.mnn': [
      {
        where: 'graphs[].weights',
        because: 'quantized layers store weights as int8 and biases as int32, and a Const is a weight too',
      },
    ],
  },
} satisfies Conventions;
