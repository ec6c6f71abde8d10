// Writes small TensorFlow Lite models: a graph of one subgraph as JSON with the names of schemas/tflite.fbs, which flatc turns into
// the file.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const schema = (name) => fileURLToPath(new URL(`../../schemas/${name}.fbs`, import.meta.url));
const kBytesOf = { FLOAT32: Float32Array, INT32: Int32Array, INT8: Int8Array };
/** Operators that had no number yet when the number was one byte. */
const kLastOldOperator = 127;

/** A graph under construction. Tensors are known by their number; a shape starts with the batch and ends with the channels. */
export class SubgraphWriter {
  tensors = [];
  operators = [];
  inputs = [];
  outputs = [];
  /** Number 0 is the empty buffer of tensors without data. */
  buffers = [{}];
  operatorCodes = [];

  constructor(name) {
    this.name = name;
  }

  /** quantization: { scale: [..], zero_point: [..], quantized_dimension } or nothing. */
  tensor(name, type, shape, quantization, buffer = 0) {
    this.tensors.push({ name, type, shape, buffer, ...(quantization && { quantization }), has_rank: true });
    return this.tensors.length - 1;
  }

  shapeOf(tensor) {
    return this.tensors[tensor].shape;
  }

  input(name, type, shape, quantization) {
    const tensor = this.tensor(name, type, shape, quantization);
    this.inputs.push(tensor);
    return tensor;
  }

  output(tensor) {
    this.outputs.push(tensor);
  }

  constant(name, type, shape, values, quantization) {
    const array = kBytesOf[type].from(values);
    this.buffers.push({ data: [...new Uint8Array(array.buffer)] });
    return this.tensor(name, type, shape, quantization, this.buffers.length - 1);
  }

  /** options: [name of the table, its fields], or nothing. Gives the output. */
  operator({ name, number, version = 1 }, inputs, output, options) {
    let code = this.operatorCodes.findIndex((known) => known.builtin_code === name);
    if (code < 0) {
      code = this.operatorCodes.length;
      const old = Math.min(number, kLastOldOperator);
      this.operatorCodes.push({ deprecated_builtin_code: old, version, builtin_code: name });
    }
    const [table, fields] = options ?? [];
    this.operators.push({
      opcode_index: code,
      inputs,
      outputs: [output],
      ...(table && { builtin_options_type: table, builtin_options: fields }),
    });
    return output;
  }

  /** What TensorFlow Lite's tools know as TFLITE_METADATA, with the names of schemas/tflite_metadata.fbs. */
  describe(metadata) {
    this.buffers.push({ data: [...binary('tflite_metadata', metadata)] });
    this.metadata = [{ name: 'TFLITE_METADATA', buffer: this.buffers.length - 1 }];
  }

  /** The bytes of a model that holds this graph, with a signature that names its inputs and outputs. */
  model() {
    const named = (tensors) =>
      tensors.map((tensor) => ({ name: this.tensors[tensor].name, tensor_index: tensor }));
    const { tensors, inputs, outputs, operators } = this;
    return binary('tflite', {
      version: 3,
      description: 'netloupe examples',
      operator_codes: this.operatorCodes,
      subgraphs: [{ name: this.name, tensors, inputs, outputs, operators }],
      buffers: this.buffers,
      ...(this.metadata && { metadata: this.metadata }),
      signature_defs: [
        {
          signature_key: 'serving_default',
          inputs: named(inputs),
          outputs: named(outputs),
          subgraph_index: 0,
        },
      ],
    });
  }
}

/** The flatbuffer of what the schema of that name calls its root. */
function binary(name, content) {
  const folder = mkdtempSync(join(tmpdir(), 'netloupe-tflite-'));
  try {
    const text = join(folder, 'model.json');
    writeFileSync(text, JSON.stringify(content));
    execFileSync('flatc', ['--binary', '--no-warnings', '-o', folder, schema(name), text], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return readFileSync(join(folder, 'model.bin'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
