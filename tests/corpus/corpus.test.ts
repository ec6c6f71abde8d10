// Reads every ONNX, ORT and TensorFlow Lite file of a folder of real models through `netloupe show --json` and compares with what an independent
// reader says of it. The folder is NETLOUPE_CORPUS, or `../shared/models` beside the checkout; `expected` stands beside it.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { differences } from './compare.js';
import { readBetter } from './disagreements.js';
import type { ModelFacts } from './facts.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const corpus = process.env.NETLOUPE_CORPUS || resolve(root, '../shared/models');
const expectedFolder = resolve(corpus, '../expected');
const binary = process.env.NETLOUPE_BINARY ?? resolve(root, 'build/server/netloupe');

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

async function show(file: string): Promise<Outcome> {
  try {
    const { stdout, stderr } = await promisify(execFile)(binary, ['show', '--json', file], {
      maxBuffer: 1 << 30,
    });
    return { code: 0, stdout, stderr };
  } catch (failure) {
    const { code, stdout, stderr } = failure as Outcome;
    return { code, stdout, stderr };
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]))
    .sort();
}

function expectedFacts(file: string): ModelFacts | undefined {
  const [format, ...rest] = relative(corpus, file).split('/');
  const path = join(expectedFolder, format, `${rest.join('__')}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ModelFacts) : undefined;
}

const present = existsSync(corpus) && existsSync(expectedFolder);

test(present ? `the corpus is at ${corpus}` : `there is no corpus at ${corpus}; nothing to compare`, () => {
  expect(existsSync(binary), `${binary} is built`).toBe(true);
});

describe.skipIf(!present)('every model of the corpus reads as the peer reads it', () => {
  const files = present
    ? ['onnx', 'ort', 'tflite'].flatMap((format) => filesBelow(join(corpus, format)))
    : [];
  const models = files.filter((file) => expectedFacts(file));
  let agreed = 0;
  let better = 0;

  test.each(models.map((file) => [relative(corpus, file), file]))('%s', async (name, file) => {
    const expected = expectedFacts(file) as ModelFacts;
    const outcome = await show(file);
    expect(outcome.stdout, outcome.stderr).not.toBe('');
    if (expected.error) {
      better++;
      return;
    }
    const found = differences(expected, JSON.parse(outcome.stdout) as ModelFacts);
    const reasons = readBetter[name] ?? [];
    const unexplained = found.filter((line) => !reasons.some(({ where }) => line.startsWith(where)));
    expect(unexplained).toEqual([]);
    for (const { where } of reasons)
      expect(
        found.some((line) => line.startsWith(where)),
        `${where} still differs`,
      ).toBe(true);
    if (reasons.length > 0) better++;
    else agreed++;
  });

  afterAll(() => {
    console.log(
      `Corpus: ${models.length} models read, ${agreed} agree, ${better} are read better than the peer reads them.`,
    );
  });
});

describe.skipIf(!present)('damaged files give one clear error', () => {
  const damaged = present
    ? filesBelow(join(corpus, 'damaged')).filter((file) => /\.(onnx|ort|tflite|pb)$/.test(file))
    : [];
  test.each(damaged.map((file) => [relative(corpus, file), file]))('%s', async (_name, file) => {
    const outcome = await show(file);
    if (outcome.code === 0) {
      // Broken for a runtime, but every byte is understood.
      expect(outcome.stdout).not.toBe('');
    } else {
      expect(outcome.code).toBe(2);
      expect(outcome.stderr).toMatch(/^netloupe: .+: .+/);
    }
  });
});
