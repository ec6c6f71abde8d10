import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileName, isTargetFile, sameTargets } from '../../../extension/src/host/target_names.js';

const root = join(import.meta.dirname, '../../..');

describe('names of targets', () => {
  it('are ids or files', () => {
    expect(['tflite-gpu', './npu.json', 'npu.json', '/a/npu'].map(isTargetFile)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('of files start at the workspace when they lie in it', () => {
    expect(fileName('/work/a/npu.json', '/work')).toBe('./a/npu.json');
    expect(fileName('/workbench/npu.json', '/work')).toBe('/workbench/npu.json');
    expect(fileName('/work/npu.json', undefined)).toBe('/work/npu.json');
  });

  it('are the same in any order', () => {
    expect(sameTargets(['a', 'b'], ['b', 'a'])).toBe(true);
    expect(sameTargets(['a'], ['a', 'b'])).toBe(false);
  });

  it('are offered by the setting as they are built in', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'extension/package.json'), 'utf8')) as {
      contributes: {
        configuration: { properties: { 'netloupe.targets': { items: { anyOf: [{ enum: string[] }] } } } };
      };
    };
    const offered = manifest.contributes.configuration.properties['netloupe.targets'].items.anyOf[0].enum;
    const builtIn = readdirSync(join(root, 'core/targets/data')).map((name) => name.replace('.json', ''));
    expect(offered).toEqual(builtIn.sort());
  });
});
