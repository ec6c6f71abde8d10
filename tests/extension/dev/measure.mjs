// Frame times of the webview in headless Chromium: `node tests/extension/dev/measure.mjs ADDRESS FILE…`, with serve.mjs running.
// Every frame one wheel event, as fast as frames come; a frame is the time between two animation frames.
/* global document, performance, requestAnimationFrame, sessionStorage, WheelEvent, window */
import { chromium } from 'playwright-core';

const [address, ...files] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
});

/** Runs in the page: `frames` wheel events, one a frame, and the sorted gaps between the frames. */
function drive({ frames, wheel }) {
  const canvas = document.querySelector('canvas.graph');
  const box = canvas.getBoundingClientRect();
  const gaps = [];
  return new Promise((resolve) => {
    let last = performance.now();
    let left = frames;
    window.frameScript.length = 0;
    const step = () => {
      const now = performance.now();
      gaps.push(now - last);
      last = now;
      const sense = left > frames / 2 ? 1 : -1;
      const init = {
        bubbles: true,
        cancelable: true,
        clientX: box.x + box.width / 2,
        clientY: box.y + box.height / 2,
      };
      const turned = { ...init, deltaX: wheel.dx * sense, deltaY: wheel.dy * sense, ctrlKey: wheel.ctrl };
      canvas.dispatchEvent(new WheelEvent('wheel', turned));
      if (--left > 0) requestAnimationFrame(step);
      else {
        const sorted = (list) => list.slice(2).sort((a, b) => a - b);
        resolve({ gaps: sorted(gaps), script: sorted(window.frameScript) });
      }
    };
    requestAnimationFrame(step);
  });
}

const at = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);
const spread = (sorted) => `median ${at(sorted, 0.5)}, 95 % ${at(sorted, 0.95)}, worst ${at(sorted, 1)}`;
const report = (name, { gaps, script }) =>
  console.log(`  ${name.padEnd(18)} frame ms: ${spread(gaps)}; script in it: ${spread(script)}`);

for (const file of files) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.on('pageerror', (error) => console.log('page error', error.message));
  await page.addInitScript(() => {
    sessionStorage.clear();
    // What the script itself takes of a frame, whatever else the machine is doing.
    const original = window.requestAnimationFrame.bind(window);
    window.frameScript = [];
    window.requestAnimationFrame = (callback) =>
      original((now) => {
        const begin = performance.now();
        callback(now);
        window.frameScript.push(performance.now() - begin);
      });
  });
  const begin = Date.now();
  await page.goto(`${address}/?file=${file}`);
  await page.waitForFunction(() => document.querySelector('.cover')?.hidden === true, undefined, {
    timeout: 60_000,
  });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  console.log(`${file}: page and graph after ${Date.now() - begin} ms`);
  await page.waitForTimeout(1000);
  await page.focus('canvas.graph');
  report('pan, near', await page.evaluate(drive, { frames: 120, wheel: { dx: 0, dy: 60, ctrl: false } }));
  report(
    'zoom out and in',
    await page.evaluate(drive, { frames: 120, wheel: { dx: 0, dy: 20, ctrl: true } }),
  );
  await page.keyboard.press('Home');
  await page.waitForTimeout(1500);
  report(
    'pan, whole graph',
    await page.evaluate(drive, { frames: 120, wheel: { dx: 6, dy: 4, ctrl: false } }),
  );
  report(
    'zoom, whole graph',
    await page.evaluate(drive, { frames: 120, wheel: { dx: 0, dy: -6, ctrl: true } }),
  );
  await page.close();
}
await browser.close();
