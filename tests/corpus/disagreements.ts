// Where the expected facts are wrong or partial and Netloupe is right. `where` is the start of the difference.
export const readBetter: Record<string, { where: string; because: string }[]> = {
  'tflite/group_norm_2_groups_op.tflite': [
    {
      where: 'graphs[main].node_list[0].attributes',
      because: 'the peer does not read the options of STABLEHLO_COMPOSITE, which stand in builtin_options_2',
    },
  ],
  'tflite/person_detect_vela.tflite': [
    {
      where: 'graphs[].node_list[0].attributes.custom_options',
      because:
        'the custom options are the FlexBuffer 1, a number without a name, which the peer does not show',
    },
  ],
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
};
