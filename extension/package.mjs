// Packs the VSIX for linux-x64: the bundles and the Release backend, which must have been built to build/release before.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const extension = dirname(fileURLToPath(import.meta.url));
const root = join(extension, '..');
const backend = process.env.NETLOUPE_BACKEND ?? join(root, 'build', 'release', 'server', 'netloupe');
if (!existsSync(backend)) {
  console.error(`${backend} does not exist: build it first (script/run builds it).`);
  process.exit(1);
}
mkdirSync(join(extension, 'server'), { recursive: true });
copyFileSync(backend, join(extension, 'server', 'netloupe'));
chmodSync(join(extension, 'server', 'netloupe'), 0o755);
mkdirSync(join(extension, 'schemas'), { recursive: true });
const configuration = join('schemas', 'configuration.schema.json');
copyFileSync(join(root, configuration), join(extension, configuration));
copyFileSync(join(root, 'LICENSE'), join(extension, 'LICENSE'));

execFileSync(process.execPath, ['esbuild.mjs'], { cwd: extension, stdio: 'inherit' });
const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
const args = [
  'package',
  '--target',
  'linux-x64',
  '--no-dependencies',
  '--skip-license',
  '--allow-missing-repository',
  '--out',
  join(root, 'netloupe-linux-x64.vsix'),
];
execFileSync(process.execPath, [vsce, ...args], { cwd: extension, stdio: 'inherit' });
