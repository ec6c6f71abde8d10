// What people come for in a tensor, in the order they ask: type, shape, scale, zero point, the real range these give.
import type { QuantizationInfo, TensorResult } from '../generated/protocol.js';
import { count, integer, range, real } from './words.js';

export type Fact = [name: string, value: string];

export function tensorFacts(tensor: TensorResult): Fact[] {
  const facts: Fact[] = [
    ['Type', tensor.type ?? tensor.dtype],
    ['Shape', (tensor.shape || 'scalar') + (tensor.inferred ? ' (inferred)' : '')],
  ];
  if (tensor.defaultShape && tensor.defaultShape !== tensor.shape)
    facts.push(['Default shape', tensor.defaultShape]);
  if (tensor.quantization) facts.push(...quantizationFacts(tensor.quantization));
  return facts;
}

export function quantizationFacts(q: QuantizationInfo): Fact[] {
  const facts: Fact[] = [];
  const several = q.scheme === 'per-axis' || q.scheme === 'blockwise';
  if (q.scheme === 'per-axis')
    facts.push([
      'Quantization',
      `per-channel ×${count(q.count)}${q.axis === undefined ? '' : `, axis ${q.axis}`}`,
    ]);
  else if (q.scheme === 'blockwise')
    facts.push([
      'Quantization',
      `blockwise${q.blockSize === undefined ? '' : ` of ${count(q.blockSize)}`}, ${count(q.count)} scales`,
    ]);
  else if (q.scheme !== 'per-tensor') facts.push(['Quantization', q.scheme]);
  if (q.scale !== undefined) facts.push(['Scale', real(q.scale, 6)]);
  else if (q.scaleMin !== undefined && q.scaleMax !== undefined) {
    facts.push([several ? 'Scales' : 'Scale', `${real(q.scaleMin, 4)} … ${real(q.scaleMax, 4)}`]);
  }
  if (q.zeroPoint !== undefined) facts.push([several ? 'Zero points' : 'Zero point', integer(q.zeroPoint)]);
  if (q.low !== undefined && q.high !== undefined) facts.push(['Range', range(q.low, q.high)]);
  if (q.observedMin !== undefined && q.observedMax !== undefined)
    facts.push(['Observed', range(q.observedMin, q.observedMax)]);
  if (q.storage && (q.count > 0 || q.scheme === 'custom' || q.scheme === 'computed'))
    facts.push(['Stored as', q.expressed ? `${q.storage}, stands for ${q.expressed}` : q.storage]);
  if (q.details) facts.push(['Details', q.details]);
  if (q.error) facts.push(['Problem', q.error]);
  return facts;
}

/** 'int8 · 1×64 · scale 0.05', and words where the file says neither type nor shape. */
export function typeText(tensor: { dtype: string; shape: string; quantization?: string }): string {
  const { dtype, shape, quantization } = tensor;
  const type = dtype === '?' && shape === '?' ? 'not stated in the file' : `${dtype} · ${shape || 'scalar'}`;
  return quantization ? `${type} · ${quantization}` : type;
}

export function factsText(title: string, facts: readonly Fact[]): string {
  return [title, ...facts.map(([name, value]) => `${name}: ${value}`)].join('\n');
}
