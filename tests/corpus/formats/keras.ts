import { sameAttribute, type Conventions } from '../conventions.js';
import type { GraphFacts, ModelFacts, Operand } from '../facts.js';

const opaque = [
  {
    where: 'graphs[',
    because: 'its layers are not in its config; the peer shows none of the weights that its file holds',
  },
];

export default {
  // Files of weights alone: nodes are made of the tensors' names, by each reader in its own way.
  weightsOnly: (expected: ModelFacts) =>
    expected.graphs.every(({ ops }) => Object.keys(ops).length === 1 && 'Weights' in ops),
  asPeer: (ours) => ({ ...ours, graphs: ours.graphs.map(withLayerNames) }),
  sameAttribute: (expected, actual) => sameObject(expected, actual) || sameAttribute(expected, actual),
  // The peer calls inputs by its own table, in which the second weight is always the bias.
  argumentNames: false,
  // The peer gives layers of all generations the module of Keras 3.
  notCompared: ['module'],
  readBetter: {
    'keras/fixed_model.keras': opaque,
    'keras/pre_pr22362_nested_container.keras': opaque,
    'keras/keras0_graph_structure.json': [
      { where: 'graphs[model_1].inputs[0].dtype', because: 'the peer overlooks input_dtype' },
      {
        where: 'graphs[model_1].node_list[5].name',
        because: 'the peer overlooks names outside of the config',
      },
      {
        where: 'graphs[model_1].node_list[11].name',
        because: 'the peer overlooks names outside of the config',
      },
    ],
    'keras/modelaudit_safe_model.h5': [
      'inputs[0].name',
      'inputs[0].dtype',
      'inputs[0].shape',
      'outputs[0].name',
      'node_list[0].inputs',
      'node_list[0].outputs',
    ].map((where) => ({
      where: `graphs[safe_model].${where}`,
      because: 'the layer has no name and the model no shape; each reader gives its tensors names of its own',
    })),
  },
} satisfies Conventions;

/** The peer names inputs and outputs by their layer, and the tensor beside it; an unknown extent is "?". */
function withLayerNames(graph: GraphFacts): GraphFacts {
  const named = (operand: Operand): Operand => ({
    ...operand,
    name: operand.name.replace(/\[\d+\]\[\d+\]$/, ''),
    tensor: operand.name,
  });
  return {
    ...graph,
    inputs: graph.inputs.map(named).map((input) => {
      const { shape } = input;
      return shape ? { ...input, shape: shape.map((extent) => extent ?? '?') } : input;
    }),
    outputs: graph.outputs.map(named),
  };
}

/** Null is an empty text to the peer; an object is its class with its config: `L2(0.01)`, `L1L2(l1: 0, l2: 0.01)`. */
function sameObject(expected: string, actual: unknown): boolean {
  if (actual === null) return expected === '';
  if (typeof actual !== 'object' || !('class_name' in actual)) return false;
  const { class_name: name, config } = actual as { class_name: string; config?: Record<string, unknown> };
  const entries = Object.entries(config ?? {});
  const parts = entries.map(([key, value]) =>
    entries.length === 1 ? String(value) : `${key}: ${String(value)}`,
  );
  const given = /^(\w+)\((.*)\)$/.exec(expected);
  const sorted = (list: string[]) => JSON.stringify([...list].sort());
  return given?.[1] === name && sorted(parts) === sorted(given[2] ? given[2].split(', ') : []);
}
