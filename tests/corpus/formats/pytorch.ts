import type { Conventions } from '../conventions.js';

const nested = [{ where: 'weights', because: 'the peer leaves out tensors of dicts inside the dict' }];
const unnamed = [{ where: 'weights.weights', because: 'the peer does not name the tensors of a plain dict' }];

export default {
  // Modules of the graph are made of the tensors' names, by each reader in its own way.
  weightsOnly: true,
  asPeer: (ours) => ({
    ...ours,
    graphs: ours.graphs.map((graph) => ({
      ...graph,
      weights: (graph.weights ?? []).map((weight) => ({ ...weight, name: withoutRoot(weight.name) })),
    })),
  }),
  readBetter: {
    'pytorch/burn_checkpoint.pt': nested,
    'pytorch/stories260K.pt': nested,
    'pytorch/bfloat16.pt': unnamed,
    'pytorch/fortran_tensor_3d.pth': unnamed,
    'pytorch/legacy_with_offsets.pt': unnamed,
    'pytorch/mixed_types.pt': unnamed,
    'pytorch/simple_legacy.pt': unnamed,
    'pytorch/tar_weight_bias.tar': unnamed,
    'pytorch/asl.ptl': [
      { where: 'weights.weights', because: 'the peer does not name the constants that the code uses' },
    ],
    'pytorch/foo7.pt': [{ where: 'format', because: 'its code is TorchScript, which the peer overlooks' }],
    'pytorch/silero_model_micro.jit': [
      { where: 'weights.weights', because: 'the peer lists only what the method that it follows uses' },
    ],
  },
  unread: { 'pytorch/linear.pt2': 'the reader of torch.export' },
} satisfies Conventions;

/** The peer takes the one dict inside a dict for the whole. */
function withoutRoot(name: string): string {
  return name.replace(/^(my_|model_)?state_dict\./, '');
}
