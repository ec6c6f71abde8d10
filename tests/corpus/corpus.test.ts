// Reads the models of a folder of real ones through `netloupe show --json` and compares with what an independent reader says of each. The folder
// is NETLOUPE_CORPUS, or `../shared/models` beside the checkout; `expected` stands beside it.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { differences } from './compare.js';
import type { Conventions } from './conventions.js';
import type { ModelFacts } from './facts.js';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
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

interface Entry {
  /** Of the model, from the corpus's folder. */
  name: string;
  facts: ModelFacts;
}

function entriesOf(format: string): Entry[] {
  const folder = join(expectedFolder, format);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ModelFacts)
    .map((facts) => ({ name: facts.file, facts }))
    .filter(({ name }) => existsSync(join(corpus, name)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Formats whose readers are held against the corpus have a file of conventions; of the others it is counted what can be read. */
async function conventionsOf(format: string): Promise<Conventions | undefined> {
  const path = join(here, 'formats', `${format}.ts`);
  if (!existsSync(path)) return undefined;
  return ((await import(path)) as { default: Conventions }).default;
}

class Tally {
  agreed = 0;
  better = 0;
  differs = 0;
  unread = 0;
}

function compare({ name, facts }: Entry, outcome: Outcome, conventions: Conventions, tally: Tally): void {
  if (outcome.stdout === '') {
    tally.unread++;
    const { unread = {} } = conventions;
    if (!facts.error && unread[name] === undefined) expect.fail(outcome.stderr);
    return;
  }
  expect(conventions.unread?.[name], `${name} is read now`).toBeUndefined();
  if (facts.error) {
    tally.better++;
    return;
  }
  const found = differences(facts, JSON.parse(outcome.stdout) as ModelFacts, conventions);
  const reasons = conventions.readBetter?.[name] ?? [];
  const unexplained = found.filter((line) => !reasons.some(({ where }) => line.startsWith(where)));
  if (unexplained.length > 0) tally.differs++;
  else if (reasons.length > 0) tally.better++;
  else tally.agreed++;
  expect(unexplained).toEqual([]);
  for (const { where } of reasons)
    expect(
      found.some((line) => line.startsWith(where)),
      `${where} still differs`,
    ).toBe(true);
}

/** Without conventions nothing is expected of the format yet. */
function count(outcome: Outcome, tally: Tally): void {
  if (outcome.stdout === '') tally.unread++;
  else tally.differs++;
}

const present = existsSync(corpus) && existsSync(expectedFolder);

test(present ? `the corpus is at ${corpus}` : `there is no corpus at ${corpus}; nothing to compare`, () => {
  expect(existsSync(binary), `${binary} is built`).toBe(true);
});

const formats = present
  ? readdirSync(expectedFolder).filter(
      (name) => name !== 'damaged' && statSync(join(expectedFolder, name)).isDirectory(),
    )
  : [];
const tallies = new Map(formats.map((format) => [format, new Tally()]));

for (const format of formats) {
  const entries = entriesOf(format);
  const conventions = await conventionsOf(format);
  const tally = tallies.get(format) ?? new Tally();
  describe(`${format} reads as the peer reads it`, () => {
    test.each(entries.map((entry) => [entry.name, entry] as const))('%s', async (name, entry) => {
      const outcome = await show(join(corpus, name));
      if (conventions) compare(entry, outcome, conventions, tally);
      else count(outcome, tally);
    });
  });
}

afterAll(() => {
  const rows = [...tallies].map(
    ([format, { agreed, better, differs, unread }]) =>
      `${format.padEnd(12)} ${[agreed, better, differs, unread].map((n) => String(n).padStart(7)).join('')}`,
  );
  const head = `${''.padEnd(12)} ${['agreed', 'better', 'differs', 'unread'].map((word) => word.padStart(7)).join('')}`;
  console.log([head, ...rows].join('\n'));
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]))
    .sort();
}

describe.skipIf(!present)('damaged files give one clear error', () => {
  const damaged = present ? filesBelow(join(corpus, 'damaged')) : [];
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
