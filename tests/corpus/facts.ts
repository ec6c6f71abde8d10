// The facts of a model as `netloupe show --json` writes them and as the corpus expects them. Both have more keys; these are compared.

export type Shape = (number | string | null)[] | null;

export interface Operand {
  name: string;
  dtype: string | null;
  shape: Shape;
  id?: string;
  /** Ours: has an initializer too. */
  initializer?: boolean;
  /** Of a signature: the tensor bound to the name. */
  tensor?: string;
}

export interface NodeFacts {
  op: string;
  name: string;
  module?: string;
  function?: string;
  inputs: string[];
  outputs: string[];
  input_ids?: string[];
  output_ids?: string[];
  args: string[];
  attributes: Record<string, unknown>;
}

export interface Weight {
  name: string;
  id?: string;
  dtype: string | null;
  shape: Shape;
  bytes?: number;
  first?: (number | string | boolean)[];
  location?: string;
  layout?: string;
  empty?: boolean;
  value_error?: string;
  /** Expected: of a weight without a name, whose it is and what to it. */
  node?: string;
  arg?: string;
}

export interface QuantizationFacts {
  tensor: string;
  id?: string;
  type: string;
  scale: (number | string)[];
  scale_count?: number;
  zero_point: number[];
  zero_point_count?: number;
  axis: number;
  min?: number[];
  max?: number[];
  scheme?: string;
}

export interface GraphFacts {
  id?: number;
  name: string;
  kind?: string;
  path?: string;
  description?: string;
  inputs: Operand[];
  outputs: Operand[];
  signatures?: { name: string; inputs: Operand[]; outputs: Operand[] }[];
  nodes: number;
  ops: Record<string, number>;
  node_list?: NodeFacts[];
  weight_count: number;
  weights?: Weight[];
  variables?: Operand[];
  quantization: QuantizationFacts[];
  metadata?: Record<string, string>;
}

export interface ModelFacts {
  /** Expected: of the model, from the folder of the corpus. */
  file: string;
  format: string;
  producer: string;
  version?: string;
  domain?: string;
  runtime?: string;
  description?: string;
  imports?: string[];
  metadata?: Record<string, string>;
  graph_count: number;
  function_count: number;
  graphs: GraphFacts[];
  functions: GraphFacts[];
  subgraphs: GraphFacts[];
  /** Expected: the peer refuses the file. */
  error?: string;
}
