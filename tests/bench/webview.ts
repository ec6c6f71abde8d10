// What a person waits for in a real workbench: from the click to the drawn graph, and the frames while panning and zooming.
//
//   npx vite-node tests/bench/webview.ts -- FILE...
//
// Beside the files a custom editor that does nothing is opened, which tells what the workbench itself takes. `open_bench --write
// FOLDER` writes the models that docs/drawing.md speaks of. NETLOUPE_VSIX: another extension than the one that script/run packed.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Frame } from 'playwright-core';
import { kProject } from '../e2e/harness/server.js';
import { until } from '../e2e/harness/process.js';
import { Workbench } from '../e2e/harness/workbench.js';
import { drive, type Driven, type Wheel } from './drive.js';

const kRuns = 7;
const kFloor = 'empty.floor';
/** A picture that has not changed for so long is complete. */
const kStillMs = 400;
const kFrames = 120;

interface Probe {
  clicked: number;
  changes: number[];
}

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
    // Looking takes time itself, which the frames that are measured later must not pay.
    if ((scope.changes.at(-1) ?? Infinity) > now() - 2000) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

/** Milliseconds from the click until the graph was on the canvas. */
async function measureOpening(workbench: Workbench, name: string): Promise<number> {
  await workbench.page.mouse.move(600, 500);
  await workbench.clickFile(name);
  const frame = await until('the webview', () => webviewOf(workbench), 60);
  const first = await until(
    'a still picture',
    async () => {
      const { changes, now } = await frame.parentFrame()!.evaluate(() => ({
        changes: (window as unknown as Probe).changes,
        now: performance.timeOrigin + performance.now(),
      }));
      const last = changes.at(-1);
      return last !== undefined && now - last > kStillMs && changes[0];
    },
    60,
  );
  return first - (await workbench.page.evaluate(() => (window as unknown as Probe).clicked));
}

/** The frame of the webview that is on screen. */
async function webviewOf(workbench: Workbench): Promise<Frame | undefined> {
  for (const frame of workbench.page.frames()) {
    if (!frame.url().includes('fake.html')) continue;
    try {
      const element = await frame.parentFrame()?.frameElement();
      if ((await element?.isVisible()) && (await frame.locator('canvas.graph').count()) > 0) return frame;
    } catch {
      // The frame went away while it was looked at.
    }
  }
  return undefined;
}

/** A frame that comes later than this was left out once or more on a display of 60 Hz. */
const kLateMs = 25;

const kMoves: { name: string; wheel: Wheel; whole: boolean }[] = [
  // What the machine gives at best: the wheel turns by nothing, so that nothing is drawn.
  { name: 'nothing moves', wheel: { dx: 0, dy: 0, zoom: false }, whole: false },
  { name: 'pan near the cards', wheel: { dx: 0, dy: 60, zoom: false }, whole: false },
  { name: 'zoom out and in', wheel: { dx: 0, dy: 20, zoom: true }, whole: false },
  { name: 'pan the whole graph', wheel: { dx: 6, dy: 4, zoom: false }, whole: true },
  { name: 'zoom at the whole graph', wheel: { dx: 0, dy: -6, zoom: true }, whole: true },
];

async function printFrames(workbench: Workbench, name: string): Promise<void> {
  const frame = await until('the webview', () => webviewOf(workbench), 60);
  await workbench.page.waitForTimeout(3000);
  for (const { name: move, wheel, whole } of kMoves) {
    await frame.locator('canvas.graph').focus();
    await workbench.page.keyboard.press(whole ? 'Home' : '1');
    await workbench.page.waitForTimeout(2000);
    const driven = await frame.evaluate(drive, { frames: kFrames, wheel });
    console.log(`${name.padEnd(24)} ${move.padEnd(24)} ${spread(driven)}`);
  }
}

function spread({ gaps, script }: Driven): string {
  const pair = (values: number[]) =>
    [share(values, 0.5), share(values, 0.95)].map((value) => value.toFixed(1).padStart(6)).join(' /');
  const late = (100 * gaps.filter((gap) => gap > kLateMs).length) / gaps.length;
  return `frame ${pair(gaps)}   late ${late.toFixed(0).padStart(3)} %   script ${pair(script)}`;
}

function share(values: number[], part: number): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
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

async function main(files: string[]): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'netloupe-bench-'));
  const folder = mkdtempSync(join(home, 'models-'));
  for (const file of files) symlinkSync(resolve(file), join(folder, basename(file)));
  writeFileSync(join(folder, kFloor), '');
  const names = files.map((file) => basename(file));
  const workbench = await Workbench.start({ folder, extensions: [packFloor(home)] });
  try {
    await workbench.page.addInitScript(watchPicture);
    await workbench.page.evaluate(watchPicture);
    await workbench.page.waitForTimeout(5000);
    console.log(`load of the machine ${loadavg()[0].toFixed(1)}\nfrom the click to the picture, ms`);
    for (const name of [kFloor, ...names]) {
      const runs: number[] = [];
      for (let run = 0; run < kRuns; run++) {
        runs.push(await measureOpening(workbench, name));
        await workbench.closeAllEditors();
      }
      const [median, best] = [share(runs, 0.5), Math.min(...runs)].map((value) => value.toFixed(0));
      console.log(`${name.padEnd(24)} median ${median.padStart(5)}   best ${best.padStart(5)}`);
    }
    console.log('frames while moving, ms, median / 95 %; late: left out a beat of the display');
    for (const name of names) {
      await workbench.openModel(name);
      await printFrames(workbench, name);
      await workbench.closeAllEditors();
    }
    console.log(`load of the machine ${loadavg()[0].toFixed(1)}`);
  } finally {
    await workbench.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2).filter((argument) => argument !== '--'));
