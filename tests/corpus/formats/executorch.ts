import type { Conventions } from '../conventions.js';
import type { GraphFacts, ModelFacts, NodeFacts, Operand } from '../facts.js';

/** The peer numbers inputs and outputs, "input.0", "input.1", with the value beside them. */
function numbered(operands: readonly Operand[], kind: string): Operand[] {
  return operands.map((operand, i) => ({
    ...operand,
    name: operands.length === 1 ? kind : `${kind}.${i}`,
    tensor: operand.name,
  }));
}

/** Where the attribute of an operator without a schema stands is told by the peer in its name. */
function attributesOf(node: NodeFacts, expected: NodeFacts | undefined): NodeFacts['attributes'] {
  const names = Object.keys(expected?.attributes ?? {});
  return Object.fromEntries(
    Object.entries(node.attributes).map(([name, value]) => [
      names.find((one) => one === `input:${name}`) ?? name,
      value,
    ]),
  );
}

function told(graph: GraphFacts, expected: GraphFacts | undefined): GraphFacts {
  return {
    ...graph,
    inputs: numbered(graph.inputs, 'input'),
    outputs: numbered(graph.outputs, 'output'),
    ...(graph.node_list && {
      node_list: graph.node_list.map((node, i) => ({
        ...node,
        attributes: attributesOf(node, expected?.node_list?.[i]),
      })),
    }),
  };
}

export default {
  argumentNames: false,
  asPeer: (ours: ModelFacts, expected: ModelFacts): ModelFacts => ({
    ...ours,
    graphs: ours.graphs.map((graph, i) => told(graph, expected.graphs[i])),
  }),
  // The namespace of an operator is left out by the peer.
  sameOperator: (expected, actual) => actual === expected || actual.endsWith(`::${expected}`),
} satisfies Conventions;
