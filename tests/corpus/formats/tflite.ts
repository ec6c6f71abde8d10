import type { Conventions } from '../conventions.js';

export default {
  // In no file: each reader has its own.
  argumentNames: false,
  // Those of ONNX are weights only.
  constantInputs: true,
  readBetter: {
    'tflite/group_norm_2_groups_op.tflite': [
      {
        where: 'graphs[main].node_list[0].attributes',
        because:
          'the peer does not read the options of STABLEHLO_COMPOSITE, which stand in builtin_options_2',
      },
    ],
    'tflite/person_detect_vela.tflite': [
      {
        where: 'graphs[].node_list[0].attributes.custom_options',
        because:
          'the custom options are the FlexBuffer 1, a number without a name, which the peer does not show',
      },
    ],
  },
} satisfies Conventions;
