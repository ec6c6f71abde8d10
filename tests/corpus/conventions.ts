// What is a convention of the peer that wrote the expected facts, and not a fact of the file: here what several formats share, in formats/ what
// one has, each with its reason. Everything else is compared as it stands.
import type { GraphFacts, ModelFacts, NodeFacts, Operand, Weight } from './facts.js';

/** Of one format: the default of formats/<folder of the corpus>.ts. */
export interface Conventions {
  /** Our facts as the peer would tell them: what it folds, leaves out or calls otherwise. `expected` is not to be copied from. */
  asPeer?: (ours: ModelFacts, expected: ModelFacts) => ModelFacts;
  /** Files without a graph, whose tensors the peer puts into nodes as it likes: of those the format and the weights are compared. */
  weightsOnly?: boolean | ((expected: ModelFacts) => boolean);
  /** What the peer's nameless weight is called by us: those of files that do not name their weights. */
  weightName?: (weight: Weight) => string;
  /** Whether the names of arguments are compared; else their order is. Unless said otherwise they are. */
  argumentNames?: boolean;
  /** Whether inputs that have an initializer are inputs to the peer. */
  constantInputs?: boolean;
  /** Whether two names mean one operator; sameOperator() unless said otherwise. */
  sameOperator?: (expected: string, actual: string) => boolean;
  /** Whether an attribute's text means what we say; sameAttribute() unless said otherwise. */
  sameAttribute?: (expected: string, actual: unknown) => boolean;
  /** What is not compared because each reader tells it its own way: "producer", "imports", "attributes", "outputs", ... */
  notCompared?: readonly string[];
  /** Files that the expected facts are wrong or partial about, and what Netloupe reads better; `where` is the start of the difference. */
  readBetter?: Record<string, { where: string; because: string }[]>;
  /** Files that are not read yet, with what is missing. */
  unread?: Record<string, string>;
}

/** Operators of TensorFlow Lite: the peer writes CONV_2D as Conv2D. */
export function sameOperator(expected: string, actual: string): boolean {
  return plain(expected) === plain(actual);
}

function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/** The file pads the minimum runtime with NULs; the peer keeps them. */
export function text(value: string | undefined): string {
  return (value ?? '').replaceAll('\0', '').trim();
}

/** A graph without a name is called by its number when there are several. */
export function sameGraphName(expected: string, actual: string): boolean {
  return expected === actual || (actual === '' && /^\d+$/.test(expected));
}

/** ONNX inputs that have an initializer are weights to the peer; those of TensorFlow Lite stay inputs. */
export function inputsOf(graph: GraphFacts, conventions: Conventions): Operand[] {
  return graph.inputs.filter((input) => conventions.constantInputs || !input.initializer);
}

/** -1 and null both say that nobody knows the extent. */
export function extent(value: number | string | null): number | string | null {
  return value === -1 || value === '' ? null : value;
}

/**
 * ONNX Constant nodes that one operand uses are weights to the peer. They leave the nodes; foldedWeights() gives them as weights. A Constant that
 * the peer lists stays.
 */
export function withoutFoldedConstants(expected: NodeFacts[], actual: NodeFacts[]): NodeFacts[] {
  const listed = new Set(expected.flatMap((node) => node.outputs));
  return actual.filter((node) => !isConstant(node) || listed.has(node.outputs[0] ?? ''));
}

export function isConstant(node: NodeFacts): boolean {
  return node.op === 'Constant' && node.inputs.length === 0;
}

export function foldedWeights(graph: GraphFacts): Weight[] {
  return (graph.node_list ?? []).filter(isConstant).flatMap((node) => {
    const value = Object.values(node.attributes)[0];
    const isTensor = typeof value === 'object' && value !== null && 'dtype' in value;
    return isTensor ? [{ ...(value as Omit<Weight, 'name'>), name: node.outputs[0] ?? '' }] : [];
  });
}

/** A file that is one tensor is a graph of one Constant node to the peer, whose value is a weight without a name. */
export function isAttributeWeight(weight: Weight): boolean {
  return weight.name.startsWith('attribute:');
}

/** Tensors that attributes hold (the value of ConstantOfShape) are weights named after the attribute to the peer. */
export function attributeWeights(graph: GraphFacts): Weight[] {
  const values = (graph.node_list ?? []).flatMap((node) => Object.values(node.attributes));
  return values.flatMap((value) => {
    const isTensor = typeof value === 'object' && value !== null && 'dtype' in value;
    return isTensor ? [{ ...(value as Omit<Weight, 'name'>), name: '' }] : [];
  });
}

export function isLoneTensor(graph: GraphFacts): boolean {
  return (
    graph.node_list?.length === 1 &&
    isConstant(graph.node_list[0]) &&
    (graph.weights ?? []).some(isAttributeWeight)
  );
}

/** Absent operands: the peer leaves out empty elements of a variadic list, and trailing ones. */
export function givenInputs(node: NodeFacts): { name: string; arg: string }[] {
  return node.inputs
    .map((name, index) => ({ name, arg: node.args[index] ?? '' }))
    .filter(({ name }) => name !== '');
}

/** The peer numbers the arguments of operators that it has no table for. */
export function sameArgument(expected: string, actual: string): boolean {
  return expected === actual || /^\d+$/.test(expected);
}

/** The peer cuts the text of attributes and metadata after this many characters and adds "…". */
const kLongestText = 200;

/** Element types that ONNX attributes give by number; the peer writes their names. */
const kOnnxTypes = [
  'undefined', 'float32', 'uint8', 'int8', 'uint16', 'int16', 'int32', 'int64', 'string', 'boolean', 'float16',
  'float64', 'uint32', 'uint64', 'complex<float32>', 'complex<float64>', 'bfloat16', 'float8e4m3fn', 'float8e4m3fnuz',
  'float8e5m2', 'float8e5m2fnuz', 'uint4', 'int4', 'float4e2m1',
]; // prettier-ignore

/** Attributes: the peer writes text; numbers as the shortest decimal of the double, lists without brackets, tensors by type and shape. */
export function sameAttribute(expected: string, actual: unknown): boolean {
  if (Array.isArray(actual)) {
    const joined = actual.map((element) =>
      typeof element === 'object' ? JSON.stringify(element) : String(element),
    );
    const parts = expected === '' ? [] : expected.split(', ');
    const whole = joined.join(', ');
    if (isCut(expected)) {
      if (whole.startsWith(expected.slice(0, -1))) return true;
      // The last part may have lost its end.
      return parts.slice(0, -1).every((part, i) => part === joined[i] || sameScalar(part, actual[i]));
    }
    const texts = whole === expected;
    return texts || (parts.length === actual.length && parts.every((part, i) => sameScalar(part, actual[i])));
  }
  if (typeof actual === 'object' && actual !== null)
    return sameObject(expected, actual as Record<string, unknown>);
  return sameScalar(expected, actual);
}

/** The first elements of a list's text. Long lists stay in the file, and `show --json` gives as many of them. */
function firstOf(list: string, count: number): string {
  return list.split(', ').slice(0, count).join(', ');
}

function isCut(expected: string): boolean {
  return expected.length === kLongestText + 1 && expected.endsWith('…');
}

function sameScalar(expected: string, actual: unknown): boolean {
  if (typeof actual === 'number') {
    if (kOnnxTypes[actual] === expected) return true;
    return Number(expected) === actual || Math.fround(Number(expected)) === Math.fround(actual);
  }
  if (isCut(expected)) {
    // Bytes: `show --json` gives each as one character, the peer what is UTF-8 in them.
    const start = expected.slice(0, -1);
    return [String(actual), Buffer.from(String(actual), 'latin1').toString()].some((t) =>
      t.startsWith(start),
    );
  }
  return expected === String(actual);
}

function sameObject(expected: string, actual: Record<string, unknown>): boolean {
  if ('graph' in actual) return /^<graph .*>$/.test(expected) || expected === String(actual.id);
  if ('reference' in actual) return expected === actual.reference;
  if ('dtype' in actual) {
    const shape = actual.shape as number[];
    // The peer gives every tensor beyond one element by its shape only: <tensor float32[2,3]> 〈2×3〉.
    const start = `<tensor ${String(actual.dtype)}${shape.length > 0 ? `[${shape.join(',')}]` : ''}>`;
    if (isCut(expected)) return sameAttribute(firstOf(expected, 4), actual.first);
    return expected.startsWith(start) || sameAttribute(expected, actual.first);
  }
  return expected === JSON.stringify(actual);
}

/** Variable tensors of TensorFlow Lite are weights without data to the peer. */
export function variableWeights(graph: GraphFacts): Weight[] {
  return (graph.variables ?? []).map((variable) => ({ ...variable, empty: true }));
}

/** A weight of an enclosing graph that a subgraph uses is listed with the subgraph. */
export function enclosingWeights(model: ModelFacts): Weight[] {
  return [...model.graphs, ...model.subgraphs].flatMap((graph) => [
    ...(graph.weights ?? []),
    ...foldedWeights(graph),
  ]);
}

/** Metadata whose value is not text is "?" to the peer. */
export function sameMetadata(expected: string, actual: string): boolean {
  return (
    expected === '?' || expected === actual || (isCut(expected) && actual.startsWith(expected.slice(0, -1)))
  );
}
