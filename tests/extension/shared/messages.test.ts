import { describe, expect, it } from 'vitest';
import {
  kRequestCancelled,
  Requester,
  RequestError,
  Responder,
  type Method,
  type ResponseMessage,
  type WebviewMessage,
} from '../../../extension/src/shared/messages.js';

/** A webview and a host whose posts arrive as JSON would, one turn later. */
function connect(handle: (method: Method, params: unknown, signal: AbortSignal) => Promise<unknown>) {
  const sent: WebviewMessage[] = [];
  const later = <T>(message: T, receive: (message: T) => void) =>
    queueMicrotask(() => receive(structuredClone(message)));
  const responder = new Responder(
    (message: ResponseMessage) => later(message, (m) => requester.settle(m)),
    handle,
  );
  const requester = new Requester((message) => {
    sent.push(message);
    later(message, (m) => {
      if (m.type === 'request') void responder.answer(m);
      if (m.type === 'cancel') responder.cancel(m);
    });
  });
  return { requester, responder, sent };
}

const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new RequestError(kRequestCancelled, 'Cancelled'))),
  );

describe('requests', () => {
  it('give each caller the answer to its own question', async () => {
    const { requester } = connect((_, params) =>
      Promise.resolve({ markdown: (params as { rule: string }).rule }),
    );
    const [a, b] = await Promise.all([
      requester.request('netloupe/rule', { rule: 'Q01' }),
      requester.request('netloupe/rule', { rule: 'Q04' }),
    ]);
    expect([a.markdown, b.markdown]).toEqual(['Q01', 'Q04']);
  });

  it('carry the code and words of an error', async () => {
    const { requester } = connect(() => Promise.reject(new RequestError(-32801, 'Content modified')));
    await expect(requester.request('netloupe/rule', { rule: 'Q01' })).rejects.toMatchObject({
      code: -32801,
      message: 'Content modified',
    });
  });

  it('call anything without a code an internal error', async () => {
    const { requester } = connect(() => Promise.reject(new Error('broken')));
    await expect(requester.request('netloupe/rule', { rule: 'Q01' })).rejects.toMatchObject({
      code: -32603,
      message: 'broken',
    });
  });

  it('end at once when aborted, and on the other side too', async () => {
    let seen: AbortSignal | undefined;
    const { requester, sent } = connect((_method, _params, signal) => never((seen = signal)));
    const controller = new AbortController();
    const answer = requester.request('netloupe/rule', { rule: 'Q01' }, controller.signal);
    await Promise.resolve();
    await Promise.resolve();
    controller.abort();
    await expect(answer).rejects.toMatchObject({ code: kRequestCancelled });
    await Promise.resolve();
    expect(sent.at(-1)).toEqual({ type: 'cancel', id: 1 });
    expect(seen?.aborted).toBe(true);
  });

  it('are not sent when aborted before', async () => {
    const { requester, sent } = connect(() => Promise.resolve({}));
    await expect(
      requester.request('netloupe/rule', { rule: 'Q01' }, AbortSignal.abort()),
    ).rejects.toMatchObject({ code: kRequestCancelled });
    expect(sent).toEqual([]);
  });

  it('end when the panel goes away', async () => {
    const { requester, responder } = connect((_method, _params, signal) => never(signal));
    const answer = requester.request('netloupe/rule', { rule: 'Q01' });
    await Promise.resolve();
    await Promise.resolve();
    responder.cancelAll();
    await expect(answer).rejects.toMatchObject({ code: kRequestCancelled });
  });
});
