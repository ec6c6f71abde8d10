import { sameAttribute, type Conventions } from '../conventions.js';
import type { GraphFacts, ModelFacts, Operand } from '../facts.js';

/** The peer numbers inputs and outputs, with the variable beside them; an unknown extent is "?". */
function numbered(operands: readonly Operand[]): Operand[] {
  return operands.map((operand, i) => ({
    ...operand,
    name: String(i),
    tensor: operand.name,
    ...(operand.shape && { shape: operand.shape.map((extent) => extent ?? '?') }),
  }));
}

function told(graph: GraphFacts): GraphFacts {
  return {
    ...graph,
    inputs: numbered(graph.inputs),
    outputs: numbered(graph.outputs),
    ...(graph.weights && { weights: graph.weights.map((weight) => ({ ...weight, location: '' })) }),
  };
}

const inputs = [
  {
    where: 'graphs[block_0]',
    because: 'operators data and parameter are inputs and weights, as in all formats',
  },
  { where: 'subgraphs', because: 'a branch is named after the attribute that holds it, as in all formats' },
];

export default {
  argumentNames: false,
  // Tensors without a graph: each reader makes nodes of them in its own way.
  weightsOnly: (expected: ModelFacts) => expected.graphs.some(({ ops }) => 'Weights' in ops),
  asPeer: (ours: ModelFacts): ModelFacts => ({
    ...ours,
    graphs: ours.graphs.map(told),
    subgraphs: ours.subgraphs.map(told),
  }),
  sameAttribute,
  readBetter: {
    'paddle/PP-LCNet_x0_25/inference.json': inputs.slice(0, 1),
    'paddle/PP-LCNet_x0_25/inference.pdiparams': [
      { where: 'format', because: 'the model beside the weights is opened with them' },
      { where: 'weights', because: 'the model beside the weights names them' },
    ],
    'paddle/pir_ifelse.json': inputs,
  },
} satisfies Conventions;
