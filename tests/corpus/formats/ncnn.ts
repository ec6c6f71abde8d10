import { sameAttribute, type Conventions } from '../conventions.js';
import type { GraphFacts, ModelFacts, Operand } from '../facts.js';

/** Weights are no values with names to the peer; the file's blobs are. */
function withoutWeights(graph: GraphFacts): GraphFacts {
  const weights = new Set((graph.weights ?? []).map((weight) => weight.name));
  return {
    ...graph,
    ...(graph.node_list && {
      node_list: graph.node_list.map((node) => ({
        ...node,
        inputs: node.inputs.map((name) => (weights.has(name) ? '(unnamed)' : name)).filter(Boolean),
      })),
    }),
    ...(graph.weights && { weights: graph.weights.map((weight) => ({ ...weight, location: '' })) }),
    inputs: graph.inputs.map(inFileOrder),
  };
}

/** Width first, as the file says it; ours are in the order of memory. */
function inFileOrder(input: Operand): Operand {
  return { ...input, shape: input.shape?.toReversed() ?? [] };
}

const kChannelsFirst = [
  { where: 'graphs[].inputs[0].shape', because: 'its writer put the channels first, which the reader knows' },
];

export default {
  argumentNames: false,
  weightName: ({ node, arg }) => `${node ?? ''}.${arg ?? ''}`,
  // Outputs are not told by the peer, and of attributes those that have their default are left out.
  notCompared: ['outputs.length', 'inputs.shape', 'dtype', 'attributes'],
  asPeer: (ours: ModelFacts): ModelFacts => ({ ...ours, graphs: ours.graphs.map(withoutWeights) }),
  sameAttribute: (expected, actual) => sameAttribute(expected, actual) || typeof actual === 'string',
  readBetter: {
    'ncnn/mtcnn_det1.param': kChannelsFirst,
    'ncnn/squeezenet_v1.1.param.bin': kChannelsFirst,
  },
} satisfies Conventions;
