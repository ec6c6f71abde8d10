// The model files that tests put into their folder: the project's examples, and damaged ones of every kind.
import { execFileSync } from 'node:child_process';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kProject } from './server.js';

export const kIsland = 'quantized_cnn_with_island.onnx';
export const kClean = 'quantized_cnn.onnx';
export const kTfliteIsland = 'quantized_cnn_with_island.tflite';
export const kTfliteClean = 'quantized_cnn.tflite';
export const kChain = 'chain_1000.onnx';

export function writeExamples(folder: string): void {
  execFileSync(process.execPath, [join(kProject, 'examples/generate.mjs'), folder]);
}

/** x + w in protobuf's text form, where the values of w stand in another file. */
const sumWithDataIn = (location: string) => `
ir_version: 8
graph {
  name: "sum"
  node { input: "x" input: "w" output: "y" op_type: "Add" name: "sum" }
  initializer { dims: 2 data_type: 1 name: "w" data_location: EXTERNAL
                external_data { key: "location" value: "${location}" } }
  input { name: "x" type { tensor_type { elem_type: 1 shape { dim { dim_value: 2 } } } } }
  output { name: "y" type { tensor_type { elem_type: 1 shape { dim { dim_value: 2 } } } } }
}
opset_import { version: 17 }
`;

export interface DamagedFile {
  name: string;
  /** What the editor or the row in the Problems panel must say: offset or field, and what is wrong with it. */
  told: RegExp;
  /** An operator that stands before the damage and must be drawn. */
  shown?: string;
  write(path: string, examples: string): void;
}

const kFourGigabytes = 4 * 2 ** 30;

/** Those that are shown in part come first: their rows must stand where the Problems panel draws them. */
export const kDamagedFiles: DamagedFile[] = [
  {
    name: 'truncated.onnx',
    told: /initializer.* beyond the end of the file/,
    shown: 'Conv',
    write: (path, examples) => writeFileSync(path, readFileSync(join(examples, kClean)).subarray(0, 9000)),
  },
  {
    name: 'data_missing.onnx',
    told: /"w".*"absent.bin" does not exist/,
    shown: 'Add',
    write: (path) => writeFileSync(path, sumWithDataIn('absent.bin')),
  },
  {
    name: 'data_outside.onnx',
    told: /"w".*"..\/..\/etc\/passwd" is refused/,
    shown: 'Add',
    write: (path) => writeFileSync(path, sumWithDataIn('../../etc/passwd')),
  },
  { name: 'empty.onnx', told: /empty file/, write: (path) => writeFileSync(path, '') },
  {
    name: 'wrong_magic.tflite',
    told: /is a GIF image/,
    write: (path) => writeFileSync(path, 'GIF89a and the rest of a picture'),
  },
  {
    name: 'truncated.tflite',
    told: /beyond the end of the file/,
    write: (path, examples) =>
      writeFileSync(path, readFileSync(join(examples, kTfliteClean)).subarray(0, 5000)),
  },
  {
    name: 'absurd_count.onnx',
    told: /graph.* beyond the end of the file/,
    write: (path) => writeFileSync(path, Buffer.from([0x08, 0x08, 0x3a, 0xff, 0xff, 0xff, 0xff, 0x07, 0x0a])),
  },
  {
    name: 'sparse_4_gb.onnx',
    told: /file of zeros/,
    write: (path) => {
      writeFileSync(path, '');
      truncateSync(path, kFourGigabytes);
    },
  },
];
