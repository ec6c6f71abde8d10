// The example models in ONNX.
import { GraphWriter, kFloat, kInt32, kInt8 } from './onnx_writer.mjs';
import { random } from './random.mjs';

const kActivationScale = 0.05;
/** Where 0 lies among the steps of int8: near the middle for values of both signs, at the start for those that are never negative. */
const kSigned = -3;
const kPositive = -128;

/** A small image classifier in ONNX's quantized form, with QuantizeLinear and DequantizeLinear around every operator. */
class QuantizedCnn {
  graph;
  next = random(7);

  constructor(name) {
    this.graph = new GraphWriter(name);
  }

  scale(name, value, zero = 0, type = kInt8) {
    return [
      this.graph.constant(`${name}_scale`, kFloat, [], [value]),
      this.graph.constant(`${name}_zero_point`, type, [], [zero]),
    ];
  }

  /** Float -> int8 -> float: what the value between is stored as. */
  requantize(name, from, zero = kPositive) {
    const parameters = this.scale(name, kActivationScale, zero);
    const stored = this.graph.node(
      'QuantizeLinear',
      `${name}_quantize`,
      [from, ...parameters],
      {},
      { type: kInt8 },
    );
    return this.graph.node('DequantizeLinear', `${name}_dequantize`, [stored, ...parameters]);
  }

  /** Weights with one scale for each output channel. */
  weights(name, dims) {
    const size = dims.reduce((product, dim) => product * dim, 1);
    const values = Array.from({ length: size }, () => Math.round(this.next() * 254 - 127));
    const scales = Array.from({ length: dims[0] }, () => 0.002 + 0.004 * this.next());
    const stored = this.graph.constant(`${name}_weight`, kInt8, dims, values);
    const scale = this.graph.constant(`${name}_weight_scale`, kFloat, [dims[0]], scales);
    const zero = this.graph.constant(
      `${name}_weight_zero_point`,
      kInt8,
      [dims[0]],
      scales.map(() => 0),
    );
    const real = this.graph.node('DequantizeLinear', `${name}_weight_dequantize`, [stored, scale, zero], {
      axis: 0,
    });
    return { real, scales };
  }

  bias(name, channels, weightScales) {
    const values = Array.from({ length: channels }, () => Math.round(this.next() * 2000 - 1000));
    const scales = weightScales.map((scale) =>
      Math.fround(Math.fround(scale) * Math.fround(kActivationScale)),
    );
    const stored = this.graph.constant(`${name}_bias`, kInt32, [channels], values);
    const scale = this.graph.constant(`${name}_bias_scale`, kFloat, [channels], scales);
    const zero = this.graph.constant(
      `${name}_bias_zero_point`,
      kInt32,
      [channels],
      scales.map(() => 0),
    );
    return this.graph.node('DequantizeLinear', `${name}_bias_dequantize`, [stored, scale, zero], { axis: 0 });
  }

  convolution(name, from, channelsIn, channels, stride) {
    const { real, scales } = this.weights(name, [channels, channelsIn, 3, 3]);
    const bias = this.bias(name, channels, scales);
    const window = { kernel_shape: [3, 3], strides: [stride, stride], pads: [1, 1, 1, 1] };
    const [batch, , height, width] = this.graph.shapes.get(from);
    const shape = [batch, channels, height / stride, width / stride];
    const sum = this.graph.node('Conv', name, [from, real, bias], window, { shape });
    return this.requantize(name, this.graph.node('Relu', `${name}_relu`, [sum]));
  }

  /** An operator that the quantizer left in float, between two conversions. */
  island(name, from) {
    return this.requantize(name, this.graph.node('Softplus', name, [from]));
  }

  classifier(from, channels, classes) {
    const pooled = this.requantize(
      'pool',
      this.graph.node('GlobalAveragePool', 'pool', [from], {}, { shape: [1, channels, 1, 1] }),
    );
    const flat = this.graph.node('Flatten', 'flatten', [pooled], { axis: 1 }, { shape: [1, channels] });
    const flatAgain = this.requantize('flatten', flat);
    const { real, scales } = this.weights('logits', [classes, channels]);
    const bias = this.bias('logits', classes, scales);
    const scores = this.graph.node(
      'Gemm',
      'logits',
      [flatAgain, real, bias],
      { transB: 1 },
      { shape: [1, classes] },
    );
    this.graph.output(this.requantize('logits', scores, kSigned), [1, classes]);
  }

  write(withIsland) {
    const image = this.requantize('image', this.graph.input('image', [1, 3, 64, 64]), kSigned);
    const stem = this.convolution('stem', image, 3, 8, 2);
    const block = this.convolution('block_1', stem, 8, 16, 2);
    const middle = withIsland ? this.island('float_activation', block) : block;
    const skipped = this.convolution('block_2', middle, 16, 16, 1);
    const sum = this.requantize('add', this.graph.node('Add', 'add', [middle, skipped]));
    this.classifier(this.convolution('block_3', sum, 16, 32, 2), 32, 10);
    return this.graph.model();
  }
}

export function quantizedCnnOnnx(name, { withIsland }) {
  return new QuantizedCnn(name).write(withIsland);
}

/** A chain of float operators of any length: what large graphs are tried with. */
export function chain(length) {
  const graph = new GraphWriter('chain');
  let value = graph.input('input', [1, 16]);
  for (let i = 0; i < length; i++) value = graph.node(i % 2 === 0 ? 'Relu' : 'Neg', `step_${i}`, [value]);
  graph.output(value, [1, 16]);
  return graph.model();
}
