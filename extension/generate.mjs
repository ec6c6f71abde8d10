// Writes extension/src/generated: TypeScript types of schemas/protocol.schema.json and the reader of schemas/view.fbs.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const extension = dirname(fileURLToPath(import.meta.url));
const schemas = join(extension, '..', 'schemas');
const out = join(extension, 'src', 'generated');

export async function generate() {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const schema = JSON.parse(readFileSync(join(schemas, 'protocol.schema.json'), 'utf8'));
  const types = await compile(schema, 'NetloupeProtocol', {
    unreachableDefinitions: true,
    additionalProperties: false,
    format: false,
    bannerComment: '// Generated from schemas/protocol.schema.json by extension/generate.mjs.',
  });
  writeFileSync(join(out, 'protocol.ts'), types);
  execFileSync('flatc', ['--ts', '-o', out, join(schemas, 'view.fbs')], { stdio: 'inherit' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generate();
