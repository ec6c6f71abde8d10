import { sameAttribute, type Conventions } from '../conventions.js';
import type { GraphFacts, ModelFacts, NodeFacts, Weight } from '../facts.js';

/** What normalizes is a node of its own to the peer, behind the layer. */
const kNormalizing = ['scales', 'mean', 'variance'];

/** The peer tells no outputs, and puts the channels of an input last. */
function told(graph: GraphFacts): GraphFacts {
  const weights = new Set((graph.weights ?? []).map((weight) => weight.name));
  return {
    ...graph,
    inputs: graph.inputs.map((input) => ({ ...input, shape: inOrderOfFile(input.shape ?? []) })),
    outputs: [],
    ...(graph.node_list && { node_list: graph.node_list.map((node) => withoutNames(node, weights)) }),
    ...(graph.weights && {
      weights: graph.weights.map((weight) => ({ ...weight, location: '', shape: channelsFirst(weight) })),
    }),
  };
}

function inOrderOfFile<T>(shape: readonly T[]): T[] {
  return shape.length === 3 ? [...shape.slice(1).reverse(), ...shape.slice(0, 1)] : [...shape];
}

/** Weights are no values with names to the peer, and which layers are joined is told by the inputs alone. */
function withoutNames(node: NodeFacts, weights: ReadonlySet<string>): NodeFacts {
  const attributes = Object.fromEntries(
    Object.entries(node.attributes).filter(([name]) => name !== 'from' && name !== 'layers'),
  );
  return {
    ...node,
    attributes,
    inputs: node.inputs
      .filter((name) => node.op !== 'convolutional' || !kNormalizing.some((one) => name.endsWith(`.${one}`)))
      .map((name) => (weights.has(name) ? '(unnamed)' : name)),
  };
}

/** Of a kernel the peer tells the channels that come in before those that go out. */
function channelsFirst({ name, shape }: Weight): Weight['shape'] {
  if (!name.endsWith('.weights') || !shape || shape.length < 2) return shape;
  const [out = null, into = null, ...rest] = shape;
  return [into, out, ...rest];
}

/** The layer of the weight before; the peer leaves it out of what normalizes. */
let layer = '';

function weightName({ node, arg = '' }: Weight): string {
  layer = node ?? layer;
  const [, gate = '', kind = ''] = /^((?:input|state)_[a-z])?(\w+)$/.exec(arg) ?? [];
  return [layer, gate, kind === 'scale' ? 'scales' : kind].filter(Boolean).join('.');
}

export default {
  argumentNames: false,
  weightName,
  asPeer: (ours: ModelFacts): ModelFacts => ({ ...ours, graphs: ours.graphs.map(told) }),
  sameAttribute: (expected, actual) =>
    sameAttribute(expected, actual) || sameAttribute(expected.replaceAll(/,\s*/g, ', '), actual),
} satisfies Conventions;
