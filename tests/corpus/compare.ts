// Compares the facts of one model. Every difference is one line that says where.
import {
  attributeWeights,
  sameArgument,
  enclosingWeights,
  extent,
  foldedWeights,
  givenInputs,
  inputsOf,
  isAttributeWeight,
  isConstant,
  isLoneTensor,
  sameAttribute,
  sameGraphName,
  sameMetadata,
  sameOperator,
  text,
  variableWeights,
  withoutFoldedConstants,
  type Conventions,
} from './conventions.js';
import type {
  GraphFacts,
  ModelFacts,
  NodeFacts,
  Operand,
  QuantizationFacts,
  Shape,
  Weight,
} from './facts.js';

type Report = (where: string, expected: unknown, actual: unknown) => void;

export function differences(expected: ModelFacts, ours: ModelFacts, conventions: Conventions): string[] {
  const found: string[] = [];
  const skipped = conventions.notCompared ?? [];
  const report: Report = (where, want, have) => {
    if (skipped.some((one) => where === one || where.endsWith(`.${one}`) || where.includes(`.${one}.`)))
      return;
    found.push(`${where}: expected ${JSON.stringify(want)}, is ${JSON.stringify(have)}`);
  };
  const actual = conventions.asPeer?.(ours, expected) ?? ours;
  const { weightsOnly } = conventions;
  if (typeof weightsOnly === 'function' ? weightsOnly(expected) : weightsOnly) {
    if (expected.format !== actual.format) report('format', expected.format, actual.format);
    compareWeights(joined(expected), joined(actual), [], 'weights', report);
    return found;
  }
  for (const key of ['format', 'producer', 'version', 'domain', 'runtime', 'description'] as const) {
    if (text(expected[key]) !== text(actual[key])) report(key, expected[key], actual[key]);
  }
  compareLists(expected.imports ?? [], actual.imports ?? [], 'imports', report);
  compareMetadata(expected.metadata ?? {}, actual.metadata ?? {}, 'metadata', report);
  const outer = enclosingWeights(actual);
  const all: Compared = { actual, conventions };
  const graphs = actual.graphs.filter((graph) => graph.kind !== 'training');
  compareGraphs(expected.graphs, graphs, all, [], 'graphs', report);
  compareGraphs(expected.functions, actual.functions, all, [], 'functions', report);
  compareGraphs(expected.subgraphs, actual.subgraphs, all, outer, 'subgraphs', report);
  return found;
}

/** What all comparisons of parts of a model need. */
interface Compared {
  actual: ModelFacts;
  conventions: Conventions;
}

/** All graphs as one, of which the weights are compared. */
function joined(model: ModelFacts): GraphFacts {
  const graphs = [...model.graphs, ...model.subgraphs];
  const [first] = graphs;
  if (!first) throw new Error('a model without a graph');
  const all: GraphFacts = { ...first, node_list: graphs.flatMap((graph) => graph.node_list ?? []) };
  // The peer leaves out long lists.
  if (graphs.every((graph) => graph.weights)) all.weights = graphs.flatMap((graph) => graph.weights ?? []);
  else delete all.weights;
  return all;
}

function compareLists(expected: string[], actual: string[], where: string, report: Report): void {
  if (JSON.stringify([...expected].sort()) !== JSON.stringify([...actual].sort()))
    report(where, expected, actual);
}

function compareMetadata(
  expected: Record<string, string>,
  actual: Record<string, string>,
  where: string,
  report: Report,
): void {
  for (const [key, value] of Object.entries(expected)) {
    if (actual[key] === undefined || !sameMetadata(value, actual[key]))
      report(`${where}.${key}`, value, actual[key]);
  }
}

/** Pairs graphs by their path, equal ones in order. */
function compareGraphs(
  expected: GraphFacts[],
  actual: GraphFacts[],
  model: Compared,
  outer: Weight[],
  where: string,
  report: Report,
): void {
  if (expected.length !== actual.length) report(`${where}.length`, expected.length, actual.length);
  const left = [...actual];
  for (const graph of expected) {
    const byName = left.findIndex((one) => one.path === graph.path && one.name === graph.name);
    const index = byName >= 0 ? byName : left.findIndex((one) => one.path === graph.path);
    const [pair] = index >= 0 ? left.splice(index, 1) : [];
    const place = `${where}[${graph.path ?? graph.name}]`;
    if (pair) compareGraph(graph, pair, model, outer, place, report);
    else report(place, graph.name, undefined);
  }
}

function compareGraph(
  expected: GraphFacts,
  actual: GraphFacts,
  model: Compared,
  outer: Weight[],
  where: string,
  report: Report,
): void {
  const { conventions } = model;
  if (!sameGraphName(expected.name, actual.name)) report(`${where}.name`, expected.name, actual.name);
  compareOperands(expected.inputs, inputsOf(actual, conventions), `${where}.inputs`, report);
  compareOperands(expected.outputs, actual.outputs, `${where}.outputs`, report);
  compareSignatures(expected, actual, where, report);
  compareMetadata(expected.metadata ?? {}, actual.metadata ?? {}, `${where}.metadata`, report);
  compareOperators(expected, actual, conventions, where, report);
  const nodes = actual.node_list ?? [];
  if (expected.node_list && !isLoneTensor(expected)) {
    const kept = withoutFoldedConstants(expected.node_list, nodes);
    if (kept.length !== expected.node_list.length) {
      report(`${where}.node_list.length`, expected.node_list.length, kept.length);
    } else {
      expected.node_list.forEach((node, i) =>
        compareNode(node, kept[i], `${where}.node_list[${i}]`, conventions, report),
      );
    }
  }
  compareWeights(named(expected, conventions), actual, outer, where, report);
  for (const one of expected.quantization) {
    const pair = actual.quantization.find((other) =>
      one.id ? other.id === one.id : other.tensor === one.tensor,
    );
    compareQuantization(one, pair, `${where}.quantization[${one.tensor}]`, report);
  }
}

/** The expected weights with names of their own. */
function named(expected: GraphFacts, { weightName }: Conventions): GraphFacts {
  if (!weightName || !expected.weights) return expected;
  return { ...expected, weights: expected.weights.map((one) => ({ ...one, name: weightName(one) })) };
}

function compareShape(expected: Shape | undefined, actual: Shape | undefined): boolean {
  return JSON.stringify(expected?.map(extent) ?? null) === JSON.stringify(actual?.map(extent) ?? null);
}

function compareOperands(expected: Operand[], actual: Operand[], where: string, report: Report): void {
  if (expected.length !== actual.length) {
    report(
      `${where}.length`,
      expected.map((one) => one.name),
      actual.map((one) => one.name),
    );
    return;
  }
  expected.forEach((one, i) => {
    const other = actual[i];
    if (one.name !== other.name) report(`${where}[${i}].name`, one.name, other.name);
    if (one.dtype !== other.dtype) report(`${where}[${i}].dtype`, one.dtype, other.dtype);
    if (!compareShape(one.shape, other.shape)) report(`${where}[${i}].shape`, one.shape, other.shape);
    if (one.id !== undefined && one.id !== other.id) report(`${where}[${i}].id`, one.id, other.id);
    if (one.tensor !== undefined && one.tensor !== other.tensor)
      report(`${where}[${i}].tensor`, one.tensor, other.tensor);
  });
}

function compareSignatures(expected: GraphFacts, actual: GraphFacts, where: string, report: Report): void {
  for (const signature of expected.signatures ?? []) {
    const pair = actual.signatures?.find((one) => one.name === signature.name);
    const place = `${where}.signatures[${signature.name}]`;
    if (!pair) {
      report(place, signature.name, undefined);
      continue;
    }
    compareOperands(signature.inputs, pair.inputs, `${place}.inputs`, report);
    compareOperands(signature.outputs, pair.outputs, `${place}.outputs`, report);
  }
}

/** Counts of operators, without Constant (folded or not). */
function compareOperators(
  expected: GraphFacts,
  actual: GraphFacts,
  conventions: Conventions,
  where: string,
  report: Report,
): void {
  const same = conventions.sameOperator ?? sameOperator;
  const counts = new Map(Object.entries(actual.ops).filter(([op]) => op !== 'Constant'));
  for (const [op, count] of Object.entries(expected.ops)) {
    if (op === 'Constant') continue;
    const pair = [...counts.keys()].find((other) => same(op, other));
    if (pair === undefined || counts.get(pair) !== count)
      report(`${where}.ops.${op}`, count, pair && counts.get(pair));
    if (pair !== undefined) counts.delete(pair);
  }
  if (counts.size > 0) report(`${where}.ops`, [], [...counts.keys()]);
}

function compareNode(
  expected: NodeFacts,
  actual: NodeFacts,
  where: string,
  conventions: Conventions,
  report: Report,
): void {
  if (!(conventions.sameOperator ?? sameOperator)(expected.op, actual.op))
    report(`${where}.op`, expected.op, actual.op);
  if (expected.name !== actual.name) report(`${where}.name`, expected.name, actual.name);
  if (expected.module !== undefined && expected.module !== actual.module)
    report(`${where}.module`, expected.module, actual.module);
  if (expected.function !== undefined && expected.function !== actual.function)
    report(`${where}.function`, expected.function, actual.function);
  const want = givenInputs(expected);
  const have = givenInputs(actual);
  const named = conventions.argumentNames ?? true;
  const sameInputs =
    want.length === have.length &&
    want.every(({ name, arg }, i) => name === have[i]?.name && (!named || sameArgument(arg, have[i].arg)));
  if (!sameInputs) report(`${where}.inputs`, want, have);
  for (const ids of ['input_ids', 'output_ids'] as const) {
    if (!expected[ids]) continue;
    const given = (list: string[] | undefined) => JSON.stringify(list?.filter((id) => id !== ''));
    if (given(expected[ids]) !== given(actual[ids])) report(`${where}.${ids}`, expected[ids], actual[ids]);
  }
  if (JSON.stringify(expected.outputs.filter(Boolean)) !== JSON.stringify(actual.outputs.filter(Boolean)))
    report(`${where}.outputs`, expected.outputs, actual.outputs);
  const sameValueOf = conventions.sameAttribute ?? sameAttribute;
  for (const [name, value] of Object.entries(expected.attributes)) {
    if (actual.attributes[name] === undefined || !sameValueOf(value as string, actual.attributes[name]))
      report(`${where}.attributes.${name}`, value, actual.attributes[name]);
  }
  for (const name of Object.keys(actual.attributes)) {
    if (!(name in expected.attributes))
      report(`${where}.attributes.${name}`, undefined, actual.attributes[name]);
  }
}

function compareWeights(
  expected: GraphFacts,
  actual: GraphFacts,
  outer: Weight[],
  where: string,
  report: Report,
): void {
  if (!expected.weights) return;
  const own = [
    ...(actual.weights ?? []),
    ...foldedWeights(actual),
    ...attributeWeights(actual),
    ...variableWeights(actual),
  ];
  for (const weight of expected.weights) {
    const same = (other: Weight) => {
      if (isAttributeWeight(weight)) return sameContent(weight, other);
      return weight.id !== undefined ? other.id === weight.id : other.name === weight.name;
    };
    const pair = own.find(same) ?? outer.find(same);
    const place = `${where}.weights[${weight.name}]`;
    if (pair) compareWeight(weight, pair, place, report);
    else report(place, weight, undefined);
  }
  const listed = new Set(expected.weights.map((weight) => weight.id ?? weight.name));
  const used = new Set(
    (actual.node_list ?? []).filter((node) => !isConstant(node)).flatMap((node) => node.inputs),
  );
  const constants = new Set((actual.node_list ?? []).filter(isConstant).flatMap((node) => node.outputs));
  for (const weight of actual.weights ?? []) {
    // A Constant that several operands use stays a node.
    if (constants.has(weight.name)) continue;
    // The peer lists only what nodes of this very graph use.
    const key = expected.weights[0]?.id !== undefined ? weight.id : weight.name;
    if (key !== undefined && !listed.has(key) && used.has(weight.name))
      report(`${where}.weights`, undefined, weight.name);
  }
}

function sameContent(expected: Weight, actual: Weight): boolean {
  let same = true;
  compareWeight(expected, actual, '', () => {
    same = false;
  });
  return same;
}

function compareWeight(expected: Weight, actual: Weight, where: string, report: Report): void {
  if (expected.dtype !== actual.dtype) report(`${where}.dtype`, expected.dtype, actual.dtype);
  if (!compareShape(expected.shape, actual.shape)) report(`${where}.shape`, expected.shape, actual.shape);
  if ((expected.location ?? '') !== (actual.location ?? ''))
    report(`${where}.location`, expected.location, actual.location);
  if (expected.bytes !== undefined && !actual.layout && expected.bytes !== actual.bytes)
    report(`${where}.bytes`, expected.bytes, actual.bytes);
  if (!expected.first || expected.value_error) return;
  const same =
    expected.first.length === actual.first?.length &&
    expected.first.every((value, i) => sameValue(value, actual.first?.[i]));
  if (!same) report(`${where}.first`, expected.first, actual.first);
}

function sameValue(expected: unknown, actual: unknown): boolean {
  if (typeof expected === 'number' && typeof actual === 'number')
    return expected === actual || Math.fround(expected) === Math.fround(actual);
  return expected === actual;
}

function compareQuantization(
  expected: QuantizationFacts,
  actual: QuantizationFacts | undefined,
  where: string,
  report: Report,
): void {
  if (!actual) {
    report(where, expected, undefined);
    return;
  }
  for (const key of ['type', 'axis', 'scale_count', 'zero_point_count'] as const) {
    if (expected[key] !== actual[key]) report(`${where}.${key}`, expected[key], actual[key]);
  }
  for (const key of ['scale', 'zero_point', 'min', 'max'] as const) {
    // The peer's list may be cut; its count is not.
    const same = (expected[key] ?? []).every((value, i) => sameValue(value, actual[key]?.[i]));
    if (!same) report(`${where}.${key}`, expected[key], actual[key]);
  }
}
