// The pieces that others put into their own repositories: the pre-commit hook and the workflow.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const binary = process.env.NETLOUPE_BINARY ?? resolve(root, 'build/server/netloupe');
const environment = { ...process.env, PATH: `${dirname(binary)}:${process.env.PATH ?? ''}` };

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'netloupe-ci-'));
  execFileSync(process.execPath, [join(root, 'examples/generate.mjs'), join(folder, 'models')]);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the pre-commit hook', () => {
  interface Hook {
    id: string;
    entry: string;
    files: string;
  }
  const [hook] = parse(readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8')) as Hook[];

  /** As pre-commit does: the entry with the names of the files that are committed. */
  function commit(...files: string[]): number | null {
    const chosen = files.filter((file) => new RegExp(hook.files).test(file));
    return spawnSync('bash', ['-c', `${hook.entry} "$@"`, 'hook', ...chosen], {
      cwd: folder,
      env: environment,
    }).status;
  }

  test('is for every file that the editor opens by itself', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'extension/package.json'), 'utf8')) as {
      contributes: { customEditors: { priority: string; selector: { filenamePattern: string }[] }[] };
    };
    for (const editor of manifest.contributes.customEditors.filter(
      ({ priority }) => priority === 'default',
    )) {
      for (const { filenamePattern } of editor.selector)
        expect(filenamePattern.replace('*', 'model')).toMatch(new RegExp(hook.files));
    }
    expect('readme.md').not.toMatch(new RegExp(hook.files));
  });

  test('lets clean models pass and stops others', () => {
    expect(commit('models/quantized_cnn.onnx', 'models/quantized_cnn.tflite', 'models/README.md')).toBe(0);
    expect(commit('models/quantized_cnn.onnx', 'models/quantized_cnn_with_island.onnx')).toBe(1);
  });
});

describe('the workflow', () => {
  interface Step {
    name?: string;
    run?: string;
    with?: Record<string, string>;
  }
  const workflow = parse(readFileSync(join(root, 'docs/ci/github-actions.yml'), 'utf8')) as {
    env: Record<string, string>;
    jobs: Record<string, { steps: Step[] }>;
  };
  const steps = workflow.jobs.netloupe.steps;
  const step = (name: string): Step => steps.find((one) => one.name === name) ?? {};

  /** As a runner does it. */
  function check(): number | null {
    const env = { ...environment, ...workflow.env };
    return spawnSync('bash', ['-e', '-o', 'pipefail', '-c', step('Check').run ?? 'exit 99'], {
      cwd: folder,
      env,
    }).status;
  }

  test('uploads what it wrote', () => {
    expect(check()).toBe(0);
    const sarif = JSON.parse(readFileSync(join(folder, step('Upload').with?.sarif_file ?? ''), 'utf8')) as {
      runs: { results: { ruleId: string }[] }[];
    };
    expect(sarif.runs[0].results.map(({ ruleId }) => ruleId)).toEqual(['Q01', 'Q01']);
  });

  test('fails when a model cannot be read', () => {
    mkdirSync(join(folder, 'models/lfs'));
    writeFileSync(join(folder, 'models/lfs/a.onnx'), 'version https://git-lfs.github.com/spec/v1\n');
    expect(check()).not.toBe(0);
  });
});
