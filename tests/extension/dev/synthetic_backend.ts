// Answers what the webview asks, for a network that exists nowhere: develops drawing and measures it without the backend.
import { gzipSync } from 'node:zlib';
import { network } from '../webview/synthetic_graph.js';
import { viewBytes } from '../webview/synthetic_view.js';

export function answer(count: number, method: string, params: Record<string, unknown>): unknown {
  const node = Number(params['node'] ?? 0);
  const tensor = Number(params['tensor'] ?? 0);
  switch (method) {
    case 'netloupe/open':
      return {
        generation: 1,
        graphs: [{ id: 0, name: 'main', kind: 'main', nodes: count }],
        summary: {
          format: 'Synthetic',
          nodes: count,
          tensors: count,
          parameters: 25_557_032,
          weightBytes: 102_228_128,
          fileBytes: 102_300_000,
          findings: { error: 1, warning: 3, info: 0 },
        },
      };
    case 'netloupe/view':
      return { generation: 1, bytes: gzipSync(viewBytes(network(count))).toString('base64') };
    case 'netloupe/node':
      return nodeResult(node);
    case 'netloupe/tensor':
      return tensorResult(tensor);
    case 'netloupe/find':
      return {
        hits: [...Array(50).keys()].map((i) => ({
          graph: 0,
          node: i * 7,
          label: `conv_${i * 7}`,
          detail: 'Conv',
        })),
        total: 50,
      };
    case 'netloupe/findings':
      return { findings: [] };
    case 'netloupe/model':
      return {
        properties: [{ key: 'Producer', value: 'tests' }],
        imports: [],
        metadata: [],
        operators: [
          { op: 'Conv', count: 40 },
          { op: 'Add', count: 13 },
        ],
        largest: [],
        attachments: [],
      };
    case 'netloupe/signature':
      return { generation: 1, entries: [], total: 0, languages: [] };
    case 'netloupe/resolve': {
      const key = String(params['key']);
      return { graph: 0, [key.startsWith('n') ? 'node' : 'tensor']: Number(key.slice(1)) };
    }
    default:
      return {};
  }
}

const brief = {
  tensor: 1,
  name: 'x',
  dtype: 'int8',
  shape: '1×64×56×56',
  constant: false,
  quantization: 'scale 0.0235 · zero point −128',
};

function nodeResult(node: number): unknown {
  return {
    graph: 0,
    node,
    key: `n${node}`,
    op: 'Conv',
    name: `conv_${node}`,
    domain: 'ai.onnx',
    version: 13,
    inputs: [
      { role: 'X', tensor: brief },
      { role: 'W', tensor: { ...brief, constant: true, name: 'weight' } },
      { role: 'B' },
    ],
    outputs: [{ role: 'Y', tensor: brief }],
    attributes: [
      { name: 'kernel_shape', type: 'ints', value: '3, 3', isDefault: false, written: true },
      { name: 'group', type: 'int', value: '1', isDefault: true, written: false },
    ],
    findings:
      node % 97 === 41
        ? [
            {
              rule: 'Q01',
              ruleName: 'quant-island',
              severity: 'warning',
              message: 'Runs in float in the middle of the backbone.',
              fix: 'Quantize it.',
            },
          ]
        : [],
  };
}

function tensorResult(tensor: number): unknown {
  return {
    graph: 0,
    tensor,
    key: `t${tensor}`,
    name: `tensor_${tensor}`,
    dtype: 'int8',
    shape: '1×64×56×56',
    kind: 'activation',
    consumers: [{ node: tensor + 1, op: 'Conv', name: `conv_${tensor + 1}` }],
    producer: { node: tensor, op: 'Conv', name: `conv_${tensor}` },
    quantization: {
      scheme: 'per-tensor',
      storage: 'int8',
      expressed: 'float32',
      count: 1,
      scale: 0.0235,
      zeroPoint: -128,
      low: 0,
      high: 5.99,
    },
    findings: [],
  };
}
