// Stands in for VS Code in a plain browser page: acquireVsCodeApi, and a host that asks the development server's backend.
import type { DidChangeParams } from '../../../extension/src/generated/protocol.js';
import type { HostMessage, Params, WebviewMessage } from '../../../extension/src/shared/messages.js';

const query = new URLSearchParams(location.search);
const file = query.get('file') ?? '';
const settings = {
  direction: query.get('direction') === 'right' ? ('right' as const) : ('down' as const),
  wheel: query.get('wheel') === 'zoom' ? ('zoom' as const) : ('pan' as const),
  unfold: query.get('unfold') !== null,
};
const uri = `file://${encodeURI(file)}`;
const stateKey = `state ${file}`;
const running = new Map<number, AbortController>();

function send(message: HostMessage): void {
  window.postMessage(message, '*');
}

async function ask<T>(method: string, params: unknown, signal?: AbortSignal): Promise<T> {
  const response = await fetch(`/rpc/${method}`, {
    method: 'POST',
    body: JSON.stringify(params),
    ...(signal && { signal }),
  });
  const body = (await response.json()) as { result?: T; error?: { code: number; message: string } };
  if (body.error) throw Object.assign(new Error(body.error.message), { code: body.error.code });
  return body.result as T;
}

async function open(): Promise<void> {
  try {
    send({ type: 'open', uri, open: await ask('netloupe/open', { uri }), settings });
  } catch (error) {
    send({ type: 'backend', state: 'ready', message: (error as Error).message });
  }
}

async function answer(message: Extract<WebviewMessage, { type: 'request' }>): Promise<void> {
  const controller = new AbortController();
  running.set(message.id, controller);
  try {
    let result = await ask<unknown>(message.method, message.params, controller.signal);
    if (message.method === 'netloupe/view') {
      const { generation, bytes } = result as { generation: number; bytes: string };
      result = { generation, bytes: Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0)) };
    }
    send({ type: 'response', id: message.id, result });
  } catch (thrown) {
    const { code = -32603, message: text } = thrown as { code?: number; message: string };
    send({ type: 'response', id: message.id, error: { code, message: text } });
  } finally {
    running.delete(message.id);
  }
}

function receive(message: WebviewMessage): void {
  if (message.type === 'ready' || message.type === 'reopen') void open();
  else if (message.type === 'request') void answer(message);
  else if (message.type === 'cancel') running.get(message.id)?.abort();
  else if (message.type === 'copy') void navigator.clipboard.writeText(message.text);
  else if (message.type !== 'state') console.info('to host', JSON.stringify(message));
}

Object.assign(window, {
  acquireVsCodeApi: () => ({
    postMessage: receive,
    getState: () => (JSON.parse(sessionStorage.getItem(stateKey) ?? 'null') as unknown) ?? undefined,
    setState: (state: unknown) => sessionStorage.setItem(stateKey, JSON.stringify(state)),
  }),
  fakeHost: { send, ask: (params: Params<'netloupe/find'>) => ask('netloupe/find', params) },
});

new EventSource('/events').addEventListener('message', (event: MessageEvent<string>) => {
  const { method, params } = JSON.parse(event.data) as { method: string; params: DidChangeParams };
  if (method === 'netloupe/didChange' && params.uri === uri) send({ type: 'changed', open: params.open });
});
