// The other side of postMessage, and the state that VS Code keeps for a hidden webview.
import {
  type HostMessage,
  Requester,
  type ResponseMessage,
  type ViewState,
  type WebviewMessage,
} from '../shared/messages.js';

interface VsCodeApi {
  postMessage(message: WebviewMessage): void;
  getState(): ViewState | undefined;
  setState(state: ViewState): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

/** Keeping and telling it costs messages through several frames; while one pans it changes in every one of them. */
const kStateDelay = 250;

export class Host {
  private readonly api = acquireVsCodeApi();
  readonly requester = new Requester((message) => this.post(message));
  private stateTimer: ReturnType<typeof setTimeout> | undefined;
  private unsaved: ViewState | undefined;

  listen(handle: (message: Exclude<HostMessage, ResponseMessage>) => void): void {
    window.addEventListener('message', (event: MessageEvent<HostMessage>) => {
      if (event.data.type === 'response') this.requester.settle(event.data);
      else handle(event.data);
    });
    document.addEventListener('visibilitychange', () => this.flush());
  }

  post(message: WebviewMessage): void {
    this.api.postMessage(message);
  }

  get state(): ViewState | undefined {
    return this.unsaved ?? this.api.getState();
  }

  /** Kept for the reload of this webview at once, or soon when it changes all the time, and told to the host a little later. */
  save(state: ViewState): void {
    if (this.stateTimer === undefined) this.api.setState(state);
    this.unsaved = state;
    this.stateTimer ??= setTimeout(() => this.flush(), kStateDelay);
  }

  private flush(): void {
    clearTimeout(this.stateTimer);
    this.stateTimer = undefined;
    if (!this.unsaved) return;
    this.api.setState(this.unsaved);
    this.post({ type: 'state', state: this.unsaved });
    this.unsaved = undefined;
  }
}
