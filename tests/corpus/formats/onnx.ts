import type { Conventions } from '../conventions.js';

export default {
  readBetter: {
    'onnx/custom_ops_type_inference_fails_0.onnx': [
      {
        where: 'functions[DynamicQuantizeLinear].outputs[0].dtype: expected null, is "float8e4m3fn"',
        because: 'its QuantizeLinear has a zero point that is cast to that type; the peer infers no types',
      },
    ],
    ...Object.fromEntries(
      ['input_0.pb', 'output_0.pb'].map((file) => [
        `onnx/node_test_string_split_basic/test_data_set_0/${file}`,
        [
          {
            where: 'graphs[].weights[attribute:Constant:value]',
            because: 'the values are strings; the peer gives the bytes of the first one',
          },
        ],
      ]),
    ),
  },
} satisfies Conventions;
