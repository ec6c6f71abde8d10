// The backend process: `netloupe lsp` under vscode-languageclient. Restarts it after crashes, a bounded number of times.
import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  State,
  type ErrorHandler,
  type Middleware,
} from 'vscode-languageclient/node';
import type { Method, Params, Result } from '../shared/messages.js';

export type BackendState = 'starting' | 'ready' | 'crashed' | 'stopped';

const kRestartsAllowed = 4;
const kRestartWindowMs = 3 * 60 * 1000;

/** What the backend answers before the host turns a view's base64 text into bytes. */
type WireResult<M extends Method> = M extends 'netloupe/view'
  ? { generation: number; bytes: string }
  : Result<M>;

export class Backend implements vscode.Disposable {
  private readonly stateEmitter = new vscode.EventEmitter<BackendState>();
  private readonly crashes: number[] = [];
  private readonly client: LanguageClient;
  private current: BackendState = 'stopped';
  readonly onState = this.stateEmitter.event;

  constructor(
    context: vscode.ExtensionContext,
    readonly output: vscode.OutputChannel,
    middleware: Middleware,
  ) {
    const command = serverPath(context);
    this.client = new LanguageClient(
      'netloupe',
      'Netloupe',
      { command, args: ['lsp'] },
      {
        documentSelector: [],
        outputChannel: output,
        revealOutputChannelOn: 4,
        errorHandler: this.errorHandler(),
        middleware,
      },
    );
    this.client.onDidChangeState((change) => {
      if (change.newState === State.Running) this.enter('ready');
      else if (change.newState === State.Starting) this.enter('starting');
    });
  }

  get state(): BackendState {
    return this.current;
  }

  async start(): Promise<void> {
    this.crashes.length = 0;
    try {
      await this.client.start();
    } catch (error) {
      this.enter('stopped');
      const message = error instanceof Error ? error.message : String(error);
      void vscode.window.showErrorMessage(`The Netloupe backend could not start: ${message}`);
    }
  }

  async restart(): Promise<void> {
    if (this.client.state === State.Running) await this.client.restart();
    else await this.start();
  }

  /** Asks the backend; aborting cancels the request there. */
  async request<M extends Method>(
    method: M,
    params: Params<M>,
    signal?: AbortSignal,
  ): Promise<WireResult<M>> {
    const source = new vscode.CancellationTokenSource();
    const abort = () => source.cancel();
    signal?.addEventListener('abort', abort);
    try {
      return await this.client.sendRequest<WireResult<M>>(method, params, source.token);
    } finally {
      signal?.removeEventListener('abort', abort);
      source.dispose();
    }
  }

  onNotification<P>(method: string, handler: (params: P) => void): vscode.Disposable {
    return this.client.onNotification(method, handler);
  }

  dispose(): void {
    this.stateEmitter.dispose();
    void this.client.dispose();
  }

  private enter(state: BackendState): void {
    this.current = state;
    this.stateEmitter.fire(state);
  }

  private errorHandler(): ErrorHandler {
    return {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        const now = Date.now();
        this.crashes.push(now);
        const recent = this.crashes.filter((at) => now - at < kRestartWindowMs).length;
        if (recent <= kRestartsAllowed) {
          this.enter('crashed');
          return { action: CloseAction.Restart, handled: true };
        }
        this.enter('stopped');
        void this.offerRestart();
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    };
  }

  private async offerRestart(): Promise<void> {
    const restart = 'Restart';
    const show = 'Show output';
    const choice = await vscode.window.showErrorMessage(
      `The Netloupe backend ended ${kRestartsAllowed + 1} times within three minutes and was not started again.`,
      restart,
      show,
    );
    if (choice === restart) await this.restart();
    if (choice === show) this.output.show();
  }
}

/** The setting wins over the binary in the extension, so that a self-built backend can be used. */
function serverPath(context: vscode.ExtensionContext): string {
  const configured = vscode.workspace.getConfiguration('netloupe').get<string>('serverPath', '').trim();
  return configured || context.asAbsolutePath('server/netloupe');
}
