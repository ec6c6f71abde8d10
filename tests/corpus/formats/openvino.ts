import { readFileSync } from 'node:fs';
import { sameAttribute, type Conventions } from '../conventions.js';
import type { GraphFacts, ModelFacts, NodeFacts } from '../facts.js';

interface Layer {
  id: string;
  name: string;
  type: string;
  /** Of its outputs: the names that the file gives, and the numbers of the ports. */
  ports: { own: string | undefined; id: string }[];
}

function layersOf(path: string): Layer[] {
  const attribute = (text: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1];
  const found = readFileSync(path, 'utf8').matchAll(/<layer\b([^>]*?)(?:\/>|>([\s\S]*?)<\/layer>)/g);
  return [...found].map(([, head = '', body = '']) => {
    const output = /<output>([\s\S]*?)<\/output>/.exec(body)?.[1] ?? '';
    const ports = [...output.matchAll(/<port\b([^>]*)>/g)].map(([, port = '']) => ({
      own: attribute(port, 'names')?.split(',')[0],
      id: attribute(port, 'id') ?? '',
    }));
    const text = (name: string) => attribute(head, name) ?? '';
    return { id: text('id'), name: text('name'), type: text('type'), ports };
  });
}

/** The peer calls a value by the numbers of its layer and port, "3:0"; we by the names that the file gives. */
function portNames(layers: readonly Layer[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { id, name, ports } of layers) {
    ports.forEach((port, slot) => {
      names.set(port.own ?? (ports.length === 1 ? name : `${name}.${slot}`), `${id}:${port.id}`);
    });
  }
  return names;
}

/** Result layers are outputs to us, and nodes to the peer, which tells no outputs. */
function withResults(
  nodes: readonly NodeFacts[],
  outputs: readonly string[],
  layers: readonly Layer[],
): NodeFacts[] {
  const results = layers.filter(({ type }) => type === 'Result');
  const place = new Map(layers.map(({ name }, index) => [name, index]));
  const all = results.map(({ name }, i): NodeFacts => {
    const inputs = outputs.slice(i, i + 1);
    return { op: 'Result', name, inputs, outputs: [], attributes: {}, args: inputs.map(() => '') };
  });
  return [...nodes, ...all].sort((a, b) => (place.get(a.name) ?? 0) - (place.get(b.name) ?? 0));
}

function asPeer(ours: ModelFacts): ModelFacts {
  const layers = layersOf(ours.file);
  const names = portNames(layers);
  const renamed = (name: string) => names.get(name) ?? name;
  const layerOf = (tensor: string) => layers.find(({ id }) => id === tensor.split(':')[0])?.name ?? '';
  const node = (one: NodeFacts): NodeFacts => ({
    ...one,
    // Blobs that lie in a layer of an old IR have no port: the peer leaves them out.
    inputs: one.inputs.filter((name) => names.has(name)).map(renamed),
    outputs: one.outputs.map(renamed),
  });
  const graph = (one: GraphFacts): GraphFacts => {
    const outputs = one.outputs.map(({ name }) => renamed(name));
    const results = layers.filter(({ type }) => type === 'Result').length;
    return {
      ...one,
      inputs: one.inputs.map((input) => {
        const tensor = renamed(input.name);
        return { ...input, name: layerOf(tensor), tensor };
      }),
      outputs: [],
      ops: { ...one.ops, ...(results > 0 && { Result: results }) },
      ...(one.node_list && { node_list: withResults(one.node_list.map(node), outputs, layers) }),
      ...(one.weights && {
        weights: one.weights
          .filter(({ name }) => names.has(name))
          .map((weight) => ({ ...weight, name: renamed(weight.name), location: '' })),
      }),
    };
  };
  // The version of the IR is no part of its format's name to the peer, and who made it is not told.
  const format = ours.format.replace(/ v\d+$/, '');
  return {
    ...ours,
    format,
    producer: '',
    graphs: ours.graphs.map(graph),
    subgraphs: ours.subgraphs.map(graph),
  };
}

const kConstant = 'the peer makes a node of a Const that a Concat takes beside what is computed';

export default {
  argumentNames: false,
  asPeer,
  // The file's own text, as far as it was not read as a list or a truth value.
  sameAttribute: (expected, actual) =>
    sameAttribute(expected, actual) ||
    sameAttribute(expected.replaceAll(',', ', '), actual) ||
    expected.toLowerCase() === String(actual),
  readBetter: {
    'openvino/landmarks_int8/landmarks-regression-retail-0009.xml': [
      { where: 'graphs[torch-jit-export].ops.Const', because: kConstant },
      { where: 'graphs[torch-jit-export].node_list.length', because: kConstant },
      { where: 'graphs[torch-jit-export].weights', because: kConstant },
    ],
    'openvino/ovms_scalar/saved_model.xml': [
      {
        where: 'graphs[TensorFlow_Frontend_IR].inputs[0].shape',
        because: 'no dim is a scalar, not an unknown shape',
      },
    ],
  },
} satisfies Conventions;
