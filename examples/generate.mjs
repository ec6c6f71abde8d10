// Writes the example models: node examples/generate.mjs [FOLDER], into its own folder when none is named.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chain, quantizedCnnOnnx } from './generator/onnx_models.mjs';
import { quantizedCnnTflite } from './generator/tflite_models.mjs';

const folder = process.argv[2] ?? dirname(fileURLToPath(import.meta.url));
mkdirSync(folder, { recursive: true });
const island = 'quantized_cnn_with_island';
const clean = 'quantized_cnn';
const models = {
  [`${island}.onnx`]: quantizedCnnOnnx(island, { withIsland: true }),
  [`${clean}.onnx`]: quantizedCnnOnnx(clean, { withIsland: false }),
  [`${island}.tflite`]: quantizedCnnTflite(island, { withIsland: true }),
  [`${clean}.tflite`]: quantizedCnnTflite(clean, { withIsland: false }),
  'chain_1000.onnx': chain(1000),
};
for (const [name, content] of Object.entries(models)) writeFileSync(join(folder, name), content);
