// What a person waits for in a real workbench: from the click to the drawn graph, and the frames while panning and zooming.
//
//   npx vite-node tests/bench/webview.ts -- FILE...
//
// Beside the files a custom editor that does nothing is opened, which tells what the workbench itself takes.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Frame } from 'playwright-core';
import { kProject } from '../e2e/harness/server.js';
import { until } from '../e2e/harness/process.js';
import { Workbench } from '../e2e/harness/workbench.js';

const kRuns = 5;
const kFloor = 'empty.floor';
/** A picture that has not changed for so long is complete. */
const kStillMs = 400;

/**
 * Runs in every frame, at its start: notes when the picture on the canvas changed, in milliseconds of the wall clock. The frame of
 * the webview itself is written into, not loaded, so that it is watched from the one around it.
 */
function watchPicture(): void {
  const scope = window as unknown as Probe;
  const now = () => performance.timeOrigin + performance.now();
  addEventListener('click', () => (scope.clicked = now()), true);
  if (!location.pathname.endsWith('/pre/index.html')) return;
  scope.changes = [];
  let before = 0;
  const look = () => {
    const canvas = [...document.querySelectorAll('iframe')]
      .map((frame) => frame.contentDocument?.querySelector<HTMLCanvasElement>('canvas.graph'))
      .find((found) => found);
    const context = canvas && canvas.width > 0 ? canvas.getContext('2d') : null;
    if (!canvas || !context) return;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const pixels = new Uint32Array(data.buffer);
    let hash = 0;
    let ink = 0;
    for (let i = 0; i < pixels.length; i += 5) {
      if (pixels[i] !== pixels[0]) ink++;
      hash = (Math.imul(hash, 31) + pixels[i]) | 0;
    }
    if (ink > 100 && hash !== before) scope.changes.push(now());
    before = hash;
  };
  const channel = new MessageChannel();
  // Behind the frame, when what was drawn in it is there.
  channel.port2.onmessage = look;
  const next = () => {
    channel.port1.postMessage(0);
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

interface Probe {
  clicked: number;
  changes: number[];
}

interface Opening {
  first: number;
  complete: number;
}

async function measureOpening(workbench: Workbench, name: string): Promise<Opening> {
  await workbench.page.mouse.move(600, 500);
  await workbench.clickFile(name);
  const outer = await until('the webview', () => webviewOf(workbench), 60);
  const changes = await until(
    'a still picture',
    async () => {
      const seen = await outer.evaluate(() => ({
        changes: (window as unknown as Probe).changes,
        now: performance.timeOrigin + performance.now(),
      }));
      const last = seen.changes.at(-1);
      return last !== undefined && seen.now - last > kStillMs && seen.changes;
    },
    60,
  );
  const clicked = await workbench.page.evaluate(() => (window as unknown as Probe).clicked);
  return { first: changes[0] - clicked, complete: (changes.at(-1) ?? 0) - clicked };
}

/** The frame around the webview that is on screen. */
async function webviewOf(workbench: Workbench): Promise<Frame | undefined> {
  for (const frame of workbench.page.frames()) {
    if (!frame.url().includes('fake.html')) continue;
    try {
      const outer = frame.parentFrame();
      const element = await outer?.frameElement();
      if (outer && (await element?.isVisible()) && (await frame.locator('canvas.graph').count()) > 0)
        return outer;
    } catch {
      // The frame went away while it was looked at.
    }
  }
  return undefined;
}

function packFloor(folder: string): string {
  const source = join(folder, 'empty_editor');
  const vsix = join(folder, 'empty.vsix');
  cpSync(fileURLToPath(new URL('empty_editor', import.meta.url)), source, { recursive: true });
  const vsce = join(kProject, 'node_modules/@vscode/vsce/vsce');
  const args = [
    'package',
    '--no-dependencies',
    '--skip-license',
    '--allow-missing-repository',
    '--out',
    vsix,
  ];
  execFileSync(process.execPath, [vsce, ...args], { cwd: source, stdio: 'pipe' });
  return vsix;
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1];

async function main(files: string[]): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'netloupe-bench-'));
  const folder = mkdtempSync(join(home, 'models-'));
  for (const file of files) symlinkSync(resolve(file), join(folder, basename(file)));
  writeFileSync(join(folder, kFloor), '');
  const workbench = await Workbench.start({ folder, extensions: [packFloor(home)] });
  try {
    await workbench.page.addInitScript(watchPicture);
    await workbench.page.evaluate(watchPicture);
    console.log('opening, ms from the click      first ink   complete');
    await workbench.page.waitForTimeout(3000);
    for (const name of [...files.map((file) => basename(file)), kFloor]) {
      const runs: Opening[] = [];
      for (let run = 0; run < kRuns; run++) {
        runs.push(await measureOpening(workbench, name));
        await workbench.closeAllEditors();
      }
      const cold = runs[0];
      console.log(
        `${name.padEnd(30)} ${median(runs.map((r) => r.first))
          .toFixed(0)
          .padStart(10)} ${median(runs.map((r) => r.complete))
          .toFixed(0)
          .padStart(10)}   first of all: ${cold.first.toFixed(0)} ${cold.complete.toFixed(0)}`,
      );
    }
  } finally {
    await workbench.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2).filter((argument) => argument !== '--'));
