// The example models in TensorFlow Lite.
import { random } from './random.mjs';
import { SubgraphWriter } from './tflite_writer.mjs';

const kOperators = {
  add: { name: 'ADD', number: 0, version: 2 },
  convolution: { name: 'CONV_2D', number: 3, version: 3 },
  depthwise: { name: 'DEPTHWISE_CONV_2D', number: 4, version: 3 },
  dequantize: { name: 'DEQUANTIZE', number: 6, version: 2 },
  fullyConnected: { name: 'FULLY_CONNECTED', number: 9, version: 4 },
  logistic: { name: 'LOGISTIC', number: 14, version: 2 },
  mean: { name: 'MEAN', number: 40, version: 2 },
  multiply: { name: 'MUL', number: 18, version: 2 },
  quantize: { name: 'QUANTIZE', number: 114 },
  softmax: { name: 'SOFTMAX', number: 25, version: 2 },
};

const perTensor = (scale, zero) => ({ scale: [Math.fround(scale)], zero_point: [zero] });
/** What the format prescribes for values from 0 to 1. */
const kProbability = perTensor(1 / 256, -128);
/** Values from 0 to 6, and values on both sides of 0. */
const kClipped = perTensor(6 / 255, -128);
const kSigned = perTensor(0.07, 3);

const kMetadata = {
  name: 'Small image classifier',
  subgraph_metadata: [
    {
      input_tensor_metadata: [
        {
          name: 'image',
          description: 'The picture to classify',
          content: { content_properties_type: 'ImageProperties', content_properties: { color_space: 'RGB' } },
        },
      ],
      output_tensor_metadata: [{ name: 'probabilities', description: 'One for each of ten classes' }],
    },
  ],
};

/** A small image classifier as the converter writes it when everything is quantized to int8. */
class QuantizedCnn {
  next = random(11);

  constructor(name) {
    this.graph = new SubgraphWriter(name);
  }

  values(count, bound) {
    return Array.from({ length: count }, () => Math.round((2 * this.next() - 1) * bound));
  }

  /** Weights with one scale for each output channel, and the bias whose scales follow from them. */
  parameters(name, from, shape, dimension) {
    const channels = shape[dimension];
    const scales = Array.from({ length: channels }, () => Math.fround(0.002 + 0.004 * this.next()));
    const zeros = scales.map(() => 0);
    const size = shape.reduce((product, extent) => product * extent, 1);
    const weights = this.graph.constant(`${name}/weights`, 'INT8', shape, this.values(size, 127), {
      scale: scales,
      zero_point: zeros,
      quantized_dimension: dimension,
    });
    const [input] = this.graph.tensors[from].quantization.scale;
    const bias = this.graph.constant(`${name}/bias`, 'INT32', [channels], this.values(channels, 1000), {
      scale: scales.map((scale) => Math.fround(scale * input)),
      zero_point: zeros,
      quantized_dimension: 0,
    });
    return [from, weights, bias];
  }

  convolution(name, from, channels, kernel, stride, activation = 'RELU6') {
    const [batch, height, width, channelsIn] = this.graph.shapeOf(from);
    const inputs = this.parameters(name, from, [channels, kernel, kernel, channelsIn], 0);
    const shape = [batch, height / stride, width / stride, channels];
    return this.graph.operator(kOperators.convolution, inputs, this.activated(name, shape, activation), [
      'Conv2DOptions',
      { padding: 'SAME', stride_w: stride, stride_h: stride, fused_activation_function: activation },
    ]);
  }

  depthwise(name, from, stride) {
    const [batch, height, width, channels] = this.graph.shapeOf(from);
    const inputs = this.parameters(name, from, [1, 3, 3, channels], 3);
    const shape = [batch, height / stride, width / stride, channels];
    const fields = { padding: 'SAME', stride_w: stride, stride_h: stride, depth_multiplier: 1 };
    return this.graph.operator(kOperators.depthwise, inputs, this.activated(name, shape, 'RELU6'), [
      'DepthwiseConv2DOptions',
      { ...fields, fused_activation_function: 'RELU6' },
    ]);
  }

  activated(name, shape, activation) {
    return this.graph.tensor(name, 'INT8', shape, activation === 'RELU6' ? kClipped : kSigned);
  }

  /** x * logistic(x) in integers. */
  swish(name, from) {
    const shape = this.graph.shapeOf(from);
    const gate = this.graph.tensor(`${name}/gate`, 'INT8', shape, kProbability);
    this.graph.operator(kOperators.logistic, [from], gate);
    return this.multiply([from, gate], this.graph.tensor(name, 'INT8', shape, kSigned));
  }

  /** The same as a quantizer leaves it that has no integer form of it: float between two conversions. */
  floatSwish(name, from) {
    const shape = this.graph.shapeOf(from);
    const real = this.graph.tensor(`${name}/dequantized`, 'FLOAT32', shape);
    this.graph.operator(kOperators.dequantize, [from], real, ['DequantizeOptions', {}]);
    const gate = this.graph.tensor(`${name}/gate`, 'FLOAT32', shape);
    this.graph.operator(kOperators.logistic, [real], gate);
    const product = this.multiply([real, gate], this.graph.tensor(`${name}/product`, 'FLOAT32', shape));
    const stored = this.graph.tensor(name, 'INT8', shape, kSigned);
    return this.graph.operator(kOperators.quantize, [product], stored, ['QuantizeOptions', {}]);
  }

  multiply(inputs, output) {
    return this.graph.operator(kOperators.multiply, inputs, output, ['MulOptions', {}]);
  }

  add(name, first, second) {
    const sum = this.graph.tensor(name, 'INT8', this.graph.shapeOf(first), perTensor(0.11, -5));
    return this.graph.operator(kOperators.add, [first, second], sum, ['AddOptions', {}]);
  }

  classifier(from, classes) {
    const channels = this.graph.shapeOf(from)[3];
    const axes = this.graph.constant('pool/axes', 'INT32', [2], [1, 2]);
    const pooled = this.graph.tensor('pool', 'INT8', [1, channels], kClipped);
    this.graph.operator(kOperators.mean, [from, axes], pooled, ['ReducerOptions', { keep_dims: false }]);
    const inputs = this.parameters('classes', pooled, [classes, channels], 0);
    const scores = this.graph.tensor('classes', 'INT8', [1, classes], perTensor(0.13, 4));
    this.graph.operator(kOperators.fullyConnected, inputs, scores, ['FullyConnectedOptions', {}]);
    const probabilities = this.graph.tensor('probabilities', 'INT8', [1, classes], kProbability);
    return this.graph.operator(kOperators.softmax, [scores], probabilities, ['SoftmaxOptions', { beta: 1 }]);
  }

  write(withIsland) {
    const image = this.graph.input('image', 'INT8', [1, 64, 64, 3], perTensor(1 / 128, 0));
    const stem = this.convolution('stem', image, 8, 3, 2);
    const wide = this.convolution(
      'block_1/project',
      this.depthwise('block_1/depthwise', stem, 2),
      16,
      1,
      1,
      'NONE',
    );
    const middle = withIsland ? this.floatSwish('float_swish', wide) : this.swish('swish', wide);
    const inner = this.depthwise('block_2/depthwise', middle, 1);
    const sum = this.add('block_2/add', middle, this.convolution('block_2/project', inner, 16, 1, 1, 'NONE'));
    this.graph.output(this.classifier(this.convolution('block_3', sum, 32, 3, 2), 10));
    this.graph.describe(kMetadata);
    return this.graph.model();
  }
}

export function quantizedCnnTflite(name, { withIsland }) {
  return new QuantizedCnn(name).write(withIsland);
}
