// Writes small ONNX models: protobuf's wire form, with the fields of onnx.proto that the examples use.

export const kFloat = 1;
export const kInt8 = 3;
export const kInt32 = 6;

function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

const integer = (field, value) => Buffer.concat([varint(field * 8), varint(value)]);
const real = (field, value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varint(field * 8 + 5), bytes]);
};
const bytes = (field, value) => {
  const content = Buffer.isBuffer(value) ? value : Buffer.from(value, 'utf8');
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
};
const message = (field, parts) => bytes(field, Buffer.concat(parts));

const kIntAttribute = 2;
const kIntsAttribute = 7;
const kFloatAttribute = 1;

function attribute([name, value]) {
  const parts = [bytes(1, name)];
  if (Array.isArray(value)) parts.push(...value.map((each) => integer(8, each)), integer(20, kIntsAttribute));
  else if (Number.isInteger(value)) parts.push(integer(3, value), integer(20, kIntAttribute));
  else parts.push(real(2, value), integer(20, kFloatAttribute));
  return message(5, parts);
}

function valueInfo(field, { name, type, shape }) {
  const dims = shape.map((dim) => message(1, [typeof dim === 'number' ? integer(1, dim) : bytes(2, dim)]));
  return message(field, [bytes(1, name), message(2, [message(1, [integer(1, type), message(2, dims)])])]);
}

/** A graph under construction; every method that adds a node gives the name of its output. */
export class GraphWriter {
  nodes = [];
  initializers = [];
  inputs = [];
  outputs = [];
  /** Shapes of everything that has a name. */
  shapes = new Map();
  values = [];

  constructor(name) {
    this.name = name;
  }

  input(name, shape, type = kFloat) {
    this.inputs.push(valueInfo(11, { name, type, shape }));
    this.shapes.set(name, shape);
    return name;
  }

  output(name, shape, type = kFloat) {
    this.outputs.push(valueInfo(12, { name, type, shape }));
  }

  constant(name, type, dims, values) {
    const array = { [kFloat]: Float32Array, [kInt8]: Int8Array, [kInt32]: Int32Array }[type].from(values);
    const raw = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
    const parts = [...dims.map((dim) => integer(1, dim)), integer(2, type), bytes(8, name), bytes(9, raw)];
    this.initializers.push(message(5, parts));
    this.shapes.set(name, dims);
    return name;
  }

  /** Unless told otherwise, the output is float and has the first input's shape. */
  node(op, name, inputs, attributes = {}, { type = kFloat, shape = this.shapes.get(inputs[0]) } = {}) {
    const output = `${name}_out`;
    this.shapes.set(output, shape);
    this.values.push(valueInfo(13, { name: output, type, shape }));
    const parts = [...inputs.map((input) => bytes(1, input)), bytes(2, output), bytes(3, name), bytes(4, op)];
    this.nodes.push(message(1, [...parts, ...Object.entries(attributes).map(attribute)]));
    return output;
  }

  /** The bytes of a model that holds this graph. */
  model(opset = 17) {
    const graph = [
      ...this.nodes,
      bytes(2, this.name),
      ...this.initializers,
      ...this.inputs,
      ...this.outputs,
      ...this.values,
    ];
    const parts = [
      integer(1, 8),
      bytes(2, 'netloupe examples'),
      message(7, graph),
      message(8, [integer(2, opset)]),
    ];
    return Buffer.concat(parts);
  }
}
