// Bundles the extension: the host for VS Code's Node, the webview for the browser. `--watch` rebuilds on change.
import * as esbuild from 'esbuild';
import { generate } from './generate.mjs';

await generate();

const common = { bundle: true, sourcemap: true, minify: !process.argv.includes('--watch'), logLevel: 'info' };
const builds = [
  {
    ...common,
    entryPoints: ['src/host/extension.ts'],
    outfile: 'dist/extension.js',
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode'],
    // The language client's ES module entry is what esbuild should not choose for a CommonJS bundle.
    mainFields: ['main', 'module'],
    // Its CommonJS entry loads its parts in a way that no bundler follows.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  },
  {
    ...common,
    entryPoints: ['src/webview/main.ts'],
    outfile: 'dist/webview.js',
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
  },
  { ...common, entryPoints: ['src/webview/webview.css'], outfile: 'dist/webview.css' },
];

if (process.argv.includes('--watch')) {
  for (const build of builds) await (await esbuild.context(build)).watch();
} else {
  await Promise.all(builds.map((build) => esbuild.build(build)));
}
