import type { Conventions } from '../conventions.js';
import type { GraphFacts, ModelFacts } from '../facts.js';

export default {
  // Its nodes are made up from the architecture, as ours are.
  weightsOnly: true,
  notCompared: ['weights.weights'],
  // It gives the fastest dimension first, as the file does; ours are in the order of C.
  asPeer: (ours: ModelFacts): ModelFacts => ({ ...ours, graphs: ours.graphs.map(reversed) }),
} satisfies Conventions;

function reversed(graph: GraphFacts): GraphFacts {
  const weights = (graph.weights ?? []).map((weight) => ({
    ...weight,
    shape: weight.shape?.toReversed() ?? null,
  }));
  return { ...graph, weights };
}
