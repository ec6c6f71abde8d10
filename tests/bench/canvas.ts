// What a browser without a GPU draws in a millisecond: the measurements behind the choice of canvas in docs/drawing.md.
//
//   npx vite-node tests/bench/canvas.ts
import { chromium } from 'playwright-core';

/** Runs in the page; [what, milliseconds a picture of 1,400 × 900 pixels]. */
function measure(): [string, number][] {
  const [width, height] = [1400, 900];
  const colours = ['#3794ff', '#89d185', '#cca700', '#f48771', '#b180d7', '#d18616', '#888888'];
  const results: [string, number][] = [];

  type Box = [x: number, y: number, width: number, height: number];
  const boxes = (count: number): Box[] => {
    const columns = Math.ceil(Math.sqrt(count * 1.5));
    const [w, h] = [width / columns, height / Math.ceil(count / columns)];
    return Array.from({ length: count }, (_, i): Box => [
      (i % columns) * w,
      Math.floor(i / columns) * h,
      Math.max(1, w * 0.7),
      Math.max(1, h * 0.6),
    ]);
  };
  const time = (what: string, draw: (run: number) => void) => {
    const runs: number[] = [];
    for (let run = 0; run < 9; run++) {
      const begin = performance.now();
      draw(run);
      runs.push(performance.now() - begin);
    }
    // The best run: the one that other processes disturbed least.
    results.push([what, Math.min(...runs)]);
  };

  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  // What was recorded is rasterised before the time is taken.
  const flush = () => void context.getImageData(0, 0, 1, 1);
  for (const count of [1000, 5000, 50000]) {
    const all = boxes(count);
    time(`2D: ${count} rectangles`, (run) => {
      context.fillStyle = '#222222';
      context.fillRect(0, 0, width, height);
      colours.forEach((colour, c) => {
        context.fillStyle = colour;
        for (let i = c; i < all.length; i += colours.length)
          context.fillRect(all[i][0] + run * 0.3, all[i][1], all[i][2], all[i][3]);
      });
      flush();
    });
  }
  for (const [count, batch] of [
    [5000, 32],
    [5000, 1],
    [50000, 32],
  ]) {
    const all = boxes(count);
    time(`2D: ${count} polylines, ${batch} a path`, (run) => {
      context.lineWidth = 1.2;
      context.strokeStyle = colours[0];
      for (let i = 0; i + 40 < all.length; i += batch) {
        context.beginPath();
        for (let k = i; k < Math.min(i + batch, all.length - 40); k++) {
          const [from, to] = [all[k], all[k + 1 + ((k * 7) % 39)]];
          context.moveTo(from[0] + run * 0.3, from[1]);
          context.lineTo(to[0], (from[1] + to[1]) / 2);
          context.lineTo(to[0], to[1]);
        }
        context.stroke();
      }
      flush();
    });
  }
  for (const count of [300, 2000]) {
    const all = boxes(count);
    time(`2D: ${count} texts`, (run) => {
      context.font = '12px sans-serif';
      context.fillStyle = '#cccccc';
      all.forEach(([x, y], i) => context.fillText(`Conv ${i % 50}`, x + run * 0.3, y + 10));
      flush();
    });
  }
  const painted = new OffscreenCanvas(width + 384, height + 384);
  painted.getContext('2d', { willReadFrequently: true })!.fillRect(9, 9, 900, 900);
  time('2D: copy of a painted picture, same size', (run) => {
    context.drawImage(painted, -run * 3, -run * 2);
    flush();
  });
  time('2D: copy of a painted picture, scaled', (run) => {
    const scale = 1 + run * 0.02;
    context.drawImage(painted, -run * 3, -run * 2, painted.width * scale, painted.height * scale);
    flush();
  });

  const gl = new OffscreenCanvas(width, height).getContext('webgl2');
  if (!gl) return results;
  const shader = (type: number, source: string) => {
    const made = gl.createShader(type)!;
    gl.shaderSource(made, source);
    gl.compileShader(made);
    return made;
  };
  const program = gl.createProgram();
  gl.attachShader(
    program,
    shader(
      gl.VERTEX_SHADER,
      `#version 300 es
      layout(location = 0) in vec4 box;
      uniform float shift;
      out vec4 colour;
      void main() {
        vec2 at = box.xy + vec2(shift, 0) + vec2(gl_VertexID & 1, gl_VertexID >> 1) * box.zw;
        gl_Position = vec4(at / vec2(700.0, -450.0) + vec2(-1.0, 1.0), 0, 1);
        colour = vec4(fract(box.x * 0.37), fract(box.y * 0.61), 0.5, 1);
      }`,
    ),
  );
  gl.attachShader(
    program,
    shader(
      gl.FRAGMENT_SHADER,
      `#version 300 es
      precision mediump float;
      in vec4 colour;
      out vec4 pixel;
      void main() { pixel = colour; }`,
    ),
  );
  gl.linkProgram(program);
  gl.useProgram(program);
  const shift = gl.getUniformLocation(program, 'shift');
  const pixel = new Uint8Array(4);
  for (const count of [1000, 5000, 50000]) {
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(boxes(count).flat()), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 4, gl.FLOAT, false, 0, 0);
    gl.vertexAttribDivisor(0, 1);
    time(`WebGL2: ${count} rectangles, instanced`, (run) => {
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.uniform1f(shift, run * 0.3);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    });
  }
  return results;
}

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
const page = await browser.newPage();
for (const [what, ms] of await page.evaluate(measure))
  console.log(`${what.padEnd(48)} ${ms.toFixed(2).padStart(8)} ms`);
await browser.close();
