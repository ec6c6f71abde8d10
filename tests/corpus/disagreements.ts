// Where the expected facts are wrong or partial and Netloupe is right. `where` is the start of the difference.
export const readBetter: Record<string, { where: string; because: string }[]> = {
  'tflite/group_norm_2_groups_op.tflite': [
    {
      where: 'graphs[main].node_list[0].attributes',
      because: 'the peer does not read the options of STABLEHLO_COMPOSITE, which stand in builtin_options_2',
    },
  ],
};
