// What the host (custom editor) and the webview say to each other, and the small request/response layer over it.
// Backend requests pass through unchanged: the webview asks 'netloupe/…' with the protocol's own params and gets its result.
// One exception: 'netloupe/view' arrives with its bytes as a Uint8Array, because base64 text is slow to post and to decode here.
import type { FindingInfo, NetloupeProtocol, OpenResult } from '../generated/protocol.js';

export type Method = Exclude<keyof NetloupeProtocol, 'netloupe/didChange'>;
type Exchange<M extends Method> = Required<NonNullable<NetloupeProtocol[M]>>;
export type Params<M extends Method> = Exchange<M> extends { params: infer P } ? P : never;
export type Result<M extends Method> = M extends 'netloupe/view'
  ? ViewBytes
  : Exchange<M> extends { result: infer R }
    ? R
    : never;

export interface ViewBytes {
  generation: number;
  /** gzip-compressed FlatBuffer of schemas/view.fbs */
  bytes: Uint8Array;
}

/** A view and what it was made for. */
export interface PreparedView extends ViewBytes {
  graph: number;
  direction: Settings['direction'];
  unfold: boolean;
}

/** The user's settings that the webview follows. */
export interface Settings {
  direction: 'down' | 'right';
  /** What a plain wheel turn does; ctrl+wheel and pinch always zoom. */
  wheel: 'pan' | 'zoom';
  /** Draw nodes of constants only as cards of their own. */
  unfold: boolean;
}

/** What the colours of the graph mean; a target is named by its id. */
export type OverlayName = 'dtype' | 'macs' | 'weightBytes' | 'activationBytes' | `target:${string}`;

/** An element of the model. With neither node nor tensor: the graph itself. Ids are valid within one generation. */
export interface Target {
  graph: number;
  node?: number;
  tensor?: number;
}

/** What is restored after hiding, reload or closing the editor. The key outlives generations, ids do not. */
export interface ViewState {
  generation: number;
  graph: number;
  /** Graph coordinates of the view's centre. */
  x: number;
  y: number;
  zoom: number;
  selection?: Target & { key?: string };
  inspectorOpen: boolean;
  /** CSS pixels: width when beside the graph, height when below it. */
  inspectorSize: number;
  /** Absent in what earlier versions kept. */
  overlay?: OverlayName;
  /** The size view is open, at the parts of these names, from the whole on; absent when it is closed. */
  size?: string[];
}

export type CommandName =
  | 'fit'
  | 'actualSize'
  | 'zoomIn'
  | 'zoomOut'
  | 'zoomToSelection'
  | 'find'
  | 'nextFinding'
  | 'previousFinding'
  | 'toggleInspector'
  | 'showSize'
  | 'toggleDirection'
  | 'toggleUnfold'
  | 'openParent'
  | 'showKeys';

export interface ErrorBody {
  /** JSON-RPC or LSP error code. */
  code: number;
  message: string;
}

export interface RequestMessage {
  type: 'request';
  id: number;
  method: Method;
  /** Params<method>; the typed way in is Requester.request. */
  params: unknown;
}
export interface CancelMessage {
  type: 'cancel';
  id: number;
}
export interface ResponseMessage {
  type: 'response';
  id: number;
  result?: unknown;
  error?: ErrorBody;
}

export type WebviewMessage =
  /** The first message. `again`: the model did not come, although it should have. */
  | { type: 'ready'; again: boolean }
  | RequestMessage
  | CancelMessage
  /** The user selected an element, or nothing (target absent). */
  | { type: 'select'; target?: Target; key?: string }
  | { type: 'openRule'; rule: string }
  /** Accept a finding, in the configuration. */
  | { type: 'ignoreFinding'; finding: FindingInfo }
  /** Ask for numbers for the model's named dimensions. */
  | { type: 'bindDimensions' }
  /** Ask for the targets that the model is meant for. */
  | { type: 'chooseTargets' }
  /** Show the file in a hex editor, at the offset when one is known. */
  | { type: 'openBytes'; offset?: number }
  | { type: 'copy'; text: string }
  /** View state changed (sent at most a few times a second). */
  | { type: 'state'; state: ViewState }
  /** Give up the opening under way. */
  | { type: 'cancelOpen' }
  /** Open again: after a cancelled or failed opening, or a backend that stopped. */
  | { type: 'reopen' };

export type HostMessage =
  /**
   * The model was read, or could not be (open.error). The state is that of an earlier editor of this file, if any; the view is the
   * graph that will be wanted first.
   */
  | {
      type: 'open';
      uri: string;
      open: OpenResult;
      settings: Settings;
      state?: ViewState;
      view?: PreparedView;
    }
  /** The file was read again. */
  | { type: 'changed'; open: OpenResult }
  /** Opening goes on; sent when the backend reports progress. */
  | { type: 'progress'; message: string; percentage?: number }
  | { type: 'settings'; settings: Settings }
  | { type: 'reveal'; target: Target }
  | { type: 'backend'; state: 'starting' | 'ready' | 'crashed' | 'stopped'; message?: string }
  | { type: 'command'; name: CommandName }
  | { type: 'overlay'; overlay: OverlayName }
  | ResponseMessage;

/** LSP error codes that the webview treats apart. */
export const kRequestCancelled = -32800;
export const kContentModified = -32801;
const kInternalError = -32603;

export class RequestError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** The asking side: the webview. */
export class Requester {
  private next = 1;
  private readonly pending = new Map<
    number,
    { resolve: (result: unknown) => void; reject: (error: Error) => void }
  >();

  constructor(private readonly post: (message: WebviewMessage) => void) {}

  /** Rejects with a RequestError; an aborted request is cancelled on the other side and rejects at once. */
  request<M extends Method>(method: M, params: Params<M>, signal?: AbortSignal): Promise<Result<M>> {
    const id = this.next++;
    return new Promise<Result<M>>((resolve, reject) => {
      const cancelled = () => new RequestError(kRequestCancelled, 'Cancelled');
      if (signal?.aborted) return reject(cancelled());
      this.pending.set(id, { resolve: (result) => resolve(result as Result<M>), reject });
      signal?.addEventListener('abort', () => {
        if (!this.pending.delete(id)) return;
        this.post({ type: 'cancel', id });
        reject(cancelled());
      });
      this.post({ type: 'request', id, method, params });
    });
  }

  settle(message: ResponseMessage): void {
    const waiting = this.pending.get(message.id);
    if (!waiting) return;
    this.pending.delete(message.id);
    if (message.error) waiting.reject(new RequestError(message.error.code, message.error.message));
    else waiting.resolve(message.result);
  }
}

/** The answering side: the host. */
export class Responder {
  private readonly running = new Map<number, AbortController>();

  constructor(
    private readonly post: (message: ResponseMessage) => void,
    /** Rejects with anything that has a message and maybe a numeric code. */
    private readonly handle: (method: Method, params: unknown, signal: AbortSignal) => Promise<unknown>,
  ) {}

  async answer(request: RequestMessage): Promise<void> {
    const { id, method, params } = request;
    const controller = new AbortController();
    this.running.set(id, controller);
    try {
      const result = await this.handle(method, params, controller.signal);
      this.post({ type: 'response', id, result });
    } catch (thrown) {
      const error = thrown as Partial<ErrorBody>;
      const code = typeof error.code === 'number' ? error.code : kInternalError;
      this.post({ type: 'response', id, error: { code, message: error.message ?? String(thrown) } });
    } finally {
      this.running.delete(id);
    }
  }

  cancel(message: CancelMessage): void {
    this.running.get(message.id)?.abort();
  }

  cancelAll(): void {
    for (const controller of this.running.values()) controller.abort();
  }
}
