// The webview in a plain browser: `node tests/extension/dev/serve.mjs [PORT]`, then http://127.0.0.1:PORT/?file=/abs/model.onnx
// &theme=dark|light|hc|hc-light, or ?file=/synthetic/5000. Requests go to `netloupe lsp`, built at NETLOUPE or build/server/netloupe.
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { themeCss } from './themes.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');
const dist = join(root, 'extension', 'dist');
const executable = process.env.NETLOUPE ?? join(root, 'build', 'server', 'netloupe');

async function bundle(entry, platform) {
  const { outputFiles } = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    write: false,
    platform,
    format: platform === 'node' ? 'esm' : 'iife',
    target: 'es2022',
  });
  return outputFiles[0].text;
}

const page = (theme) => `<!DOCTYPE html><html lang="en"><head><meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob: data:; connect-src 'self'">
<link rel="stylesheet" href="/theme.css?${theme}"><link rel="stylesheet" href="/webview.css"></head>
<body class="${theme.startsWith('hc') ? 'vscode-high-contrast' : `vscode-${theme}`}"><script src="/fake_host.js"></script><script src="/webview.js"></script></body></html>`;

/** One language server for the page; JSON-RPC with Content-Length framing over its pipes. */
class Backend {
  next = 1;
  pending = new Map();
  listeners = new Set();
  received = Buffer.alloc(0);

  start() {
    this.process = spawn(executable, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.process.stdout.on('data', (chunk) => this.receive(chunk));
    this.process.on('error', (error) => console.error(error.message));
    this.process.on('exit', (code, signal) => this.fail(`The backend ended: ${signal ?? code}.`));
    return this.request('initialize', { processId: process.pid, rootUri: null, capabilities: {} }).then(() =>
      this.write({ jsonrpc: '2.0', method: 'initialized', params: {} }),
    );
  }

  write(message) {
    const body = Buffer.from(JSON.stringify(message));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  request(method, params) {
    const id = this.next++;
    return new Promise((resolve) => {
      this.pending.set(id, resolve);
      this.write({ jsonrpc: '2.0', id, method, params });
    });
  }

  /** What waited for the process that ended gets an error; the next request starts another. */
  fail(message) {
    console.error(message);
    for (const resolve of this.pending.values()) resolve({ error: { code: -32603, message } });
    this.pending.clear();
    this.received = Buffer.alloc(0);
    started = undefined;
  }

  receive(chunk) {
    this.received = Buffer.concat([this.received, chunk]);
    for (;;) {
      const end = this.received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.received.subarray(0, end).toString())[1]);
      if (this.received.length < end + 4 + length) return;
      const message = JSON.parse(this.received.subarray(end + 4, end + 4 + length).toString());
      this.received = this.received.subarray(end + 4 + length);
      this.dispatch(message);
    }
  }

  dispatch(message) {
    if (message.id !== undefined && message.method)
      this.write({ jsonrpc: '2.0', id: message.id, result: null });
    else if (message.id !== undefined) {
      this.pending.get(message.id)?.(message);
      this.pending.delete(message.id);
    } else for (const listener of this.listeners) listener(message);
  }
}

const synthetic = await import(
  'data:text/javascript;base64,' +
    Buffer.from(await bundle('synthetic_backend.ts', 'node')).toString('base64')
);
const fakeHost = await bundle('fake_host.ts', 'browser');
const backend = new Backend();
let started;

async function answer(method, params) {
  const count = /\/synthetic\/(\d+)/.exec(params.uri ?? '')?.[1];
  if (count) return { result: synthetic.answer(Number(count), method, params) };
  started ??= backend.start();
  await started;
  return backend.request(method, params);
}

const port = Number(process.argv[2] ?? 8123);
createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost');
  const reply = (type, body) =>
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  if (url.pathname.startsWith('/rpc/')) {
    const parts = [];
    for await (const part of request) parts.push(part);
    const message = await answer(url.pathname.slice(5), JSON.parse(Buffer.concat(parts).toString()));
    return reply('application/json', JSON.stringify({ result: message.result, error: message.error }));
  }
  if (url.pathname === '/events') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const listener = (message) => response.write(`data: ${JSON.stringify(message)}\n\n`);
    backend.listeners.add(listener);
    return request.on('close', () => backend.listeners.delete(listener));
  }
  if (url.pathname === '/theme.css') return reply('text/css', themeCss(url.search.slice(1)));
  if (url.pathname === '/fake_host.js') return reply('text/javascript', fakeHost);
  if (url.pathname === '/webview.js') return reply('text/javascript', readFileSync(join(dist, 'webview.js')));
  if (url.pathname === '/webview.css') return reply('text/css', readFileSync(join(dist, 'webview.css')));
  if (url.pathname === '/') return reply('text/html', page(url.searchParams.get('theme') ?? 'dark'));
  response.writeHead(404).end();
}).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/?file=/synthetic/500`));
