// What `netloupe check` writes for other programs, held against the published schemas of those formats.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const binary = process.env.NETLOUPE_BINARY ?? resolve(root, 'build/server/netloupe');

interface Location {
  physicalLocation?: {
    artifactLocation: { uri: string; uriBaseId?: string };
    region?: { startLine: number };
  };
  logicalLocations?: { name: string; fullyQualifiedName: string; kind: string }[];
}
interface Result {
  ruleId: string;
  ruleIndex: number;
  level: string;
  message: { text: string };
  locations: Location[];
  relatedLocations?: Location[];
  partialFingerprints: Record<string, string>;
}
interface Sarif {
  runs: {
    tool: { driver: { rules: { id: string; help: { markdown: string } }[] } };
    results: Result[];
    invocations: {
      executionSuccessful: boolean;
      toolExecutionNotifications?: { message: { text: string } }[];
    }[];
  }[];
}

let folder: string;

function check(format: string, ...paths: string[]): string {
  const ran = spawnSync(binary, ['check', '--format', format, ...paths], { cwd: folder, encoding: 'utf8' });
  expect(ran.status).not.toBe(null);
  return ran.stdout;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'netloupe-formats-'));
  execFileSync(process.execPath, [join(root, 'examples/generate.mjs'), join(folder, 'models')]);
  mkdirSync(join(folder, 'odd names'));
  // Names with what XML, JSON and URIs write in their own way, a file-wide finding, and files that cannot be read.
  writeFileSync(
    join(folder, 'odd names/zerö & <scale> 100%.onnxtxt'),
    '< ir_version: 8, opset_import: ["" : 17] >\n' +
      'g (float[1, 4] x) => (float[1, 4] y) <float s = {0.0}, int8 z = {0}> { q = QuantizeLinear(x, s, z) ' +
      'y = DequantizeLinear(q, s, z) }',
  );
  writeFileSync(join(folder, 'bad.onnx'), '');
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('SARIF', () => {
  const schema = JSON.parse(
    readFileSync(
      join(
        createRequire(import.meta.url).resolve('@microsoft/jest-sarif/package.json'),
        '../lib/schemas/sarif-2.1.0-rtm.5.json',
      ),
      'utf8',
    ),
  ) as object;
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats(ajv);
  const validate = ajv.compile(schema);
  let sarif: Sarif;

  beforeAll(() => {
    sarif = JSON.parse(check('sarif', '.')) as Sarif;
  });

  test('is valid by its published schema', () => {
    validate(sarif);
    expect(validate.errors ?? []).toEqual([]);
  });

  test('is held against a schema that can fail', () => {
    expect(validate({ version: '2.1.0', runs: [{}] })).toBe(false);
  });

  test('is valid without findings', () => {
    validate(JSON.parse(check('sarif', 'models/quantized_cnn.onnx')));
    expect(validate.errors ?? []).toEqual([]);
  });

  test('names rules by their place in the list', () => {
    const [run] = sarif.runs;
    expect(run.results.length).toBeGreaterThan(2);
    for (const result of run.results) expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
    for (const rule of run.tool.driver.rules) expect(rule.help.markdown).toContain(rule.id);
  });

  test('has paths from where it ran, and nodes as logical locations', () => {
    const island = sarif.runs[0].results.find((result) => result.ruleId === 'Q01');
    expect(island?.locations[0].physicalLocation?.artifactLocation).toEqual({
      uri: 'models/quantized_cnn_with_island.onnx',
      uriBaseId: '%SRCROOT%',
    });
    expect(island?.locations[0].logicalLocations?.[0]).toMatchObject({
      name: 'float_activation',
      kind: 'node',
    });
    const odd = sarif.runs[0].results.find((result) => result.ruleId === 'Q04');
    expect(odd?.locations[0].physicalLocation?.artifactLocation.uri).toBe(
      'odd%20names/zer%C3%B6%20%26%20%3Cscale%3E%20100%25.onnxtxt',
    );
  });

  test('has fingerprints that are distinct, and the same again', () => {
    const prints = sarif.runs[0].results.map((result) => result.partialFingerprints['netloupe/v1']);
    expect(new Set(prints).size).toBe(prints.length);
    const again = JSON.parse(check('sarif', '.')) as Sarif;
    expect(again.runs[0].results.map((result) => result.partialFingerprints['netloupe/v1'])).toEqual(prints);
  });

  test('tells what could not be read', () => {
    const [invocation] = sarif.runs[0].invocations;
    expect(invocation.executionSuccessful).toBe(false);
    expect(JSON.stringify(invocation.toolExecutionNotifications)).toContain('bad.onnx');
  });
});

describe('JUnit', () => {
  test('is well-formed, and its numbers are those of its cases', () => {
    const text = check('junit', '.');
    expect(XMLValidator.validate(text)).toBe(true);
    const report = new XMLParser({
      ignoreAttributes: false,
      isArray: (name) => name === 'testcase' || name === 'testsuite',
    }).parse(text) as { testsuites: { testsuite: Record<string, unknown>[] } };
    let failures = 0;
    for (const suite of report.testsuites.testsuite) {
      const cases = suite.testcase as Record<string, unknown>[];
      expect(Number(suite['@_tests'])).toBe(cases.length);
      expect(Number(suite['@_failures'])).toBe(cases.filter((one) => 'failure' in one).length);
      expect(Number(suite['@_errors'])).toBe(cases.filter((one) => 'error' in one).length);
      failures += Number(suite['@_failures']);
    }
    expect(failures).toBeGreaterThan(2);
    expect(text).toContain('zerö &amp; &lt;scale&gt; 100%.onnxtxt');
  });
});

describe('JSON lines', () => {
  test('are the findings of the JSON document', () => {
    const whole = JSON.parse(check('json', '.')) as { files: { findings: { fingerprint: string }[] }[] };
    const lines = check('jsonl', '.')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { fingerprint?: string });
    expect(lines.flatMap((line) => line.fingerprint ?? [])).toEqual(
      whole.files.flatMap((file) => file.findings.map((finding) => finding.fingerprint)),
    );
  });
});
