// The backend process: `netloupe lsp` under vscode-languageclient. Restarts it after crashes, a bounded number of times.
import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  type Executable,
  LanguageClient,
  RevealOutputChannelOn,
  State,
  type ErrorHandler,
  type Middleware,
} from 'vscode-languageclient/node';
import type { Method, Params, Result } from '../shared/messages.js';
import type { BackendSettings } from './backend_settings.js';
import { executableProblem } from './executable.js';

export type BackendState = 'starting' | 'ready' | 'crashed' | 'stopped';

const kRestartsAllowed = 4;
const kRestartWindowMs = 3 * 60 * 1000;

/** What the backend answers before the host turns a view's base64 text into bytes. */
type WireResult<M extends Method> = M extends 'netloupe/view'
  ? { generation: number; bytes: string }
  : Result<M>;

export class Backend implements vscode.Disposable {
  private readonly stateEmitter = new vscode.EventEmitter<BackendState>();
  private readonly offered = new Set<string>();
  private readonly crashes: number[] = [];
  private readonly client: LanguageClient;
  /** The client looks here each time that it starts the process. */
  private readonly executable: Executable = { command: '', args: ['lsp'] };
  private current: BackendState = 'stopped';
  /** Settled when the last start has succeeded or failed; there is none before something is asked. */
  private starting: Promise<void> | undefined;
  /** Why there is no process. */
  private failure: string | undefined;
  readonly onState = this.stateEmitter.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    readonly output: vscode.OutputChannel,
    middleware: Middleware,
    settings: () => BackendSettings,
  ) {
    this.client = new LanguageClient('netloupe', 'Netloupe', this.executable, {
      documentSelector: [],
      outputChannel: output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      errorHandler: this.errorHandler(),
      initializationOptions: settings,
      middleware,
    });
    this.client.onDidChangeState((change) => {
      if (change.newState === State.Running) this.enter('ready');
      else if (change.newState === State.Starting) this.enter('starting');
    });
  }

  get state(): BackendState {
    return this.current;
  }

  start(): Promise<void> {
    this.starting = this.tryToStart();
    return this.starting;
  }

  async restart(): Promise<void> {
    try {
      if (this.client.isRunning()) await this.client.stop();
    } catch (error) {
      this.output.appendLine(`The backend did not stop in time: ${messageOf(error)}`);
    }
    await this.start();
  }

  /** Asks the backend; aborting cancels the request there. */
  async request<M extends Method>(
    method: M,
    params: Params<M>,
    signal?: AbortSignal,
  ): Promise<WireResult<M>> {
    await (this.starting ?? this.start());
    if (this.failure !== undefined) throw new Error(this.failure);
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

  /** In place of the settings before; a process that starts later is told by itself. */
  async configure(settings: BackendSettings): Promise<void> {
    if (!this.client.isRunning()) return;
    await this.client.sendNotification('workspace/didChangeConfiguration', {
      settings: { netloupe: settings },
    });
  }

  onNotification<P>(method: string, handler: (params: P) => void): vscode.Disposable {
    return this.client.onNotification(method, handler);
  }

  dispose(): void {
    this.stateEmitter.dispose();
    void this.client.dispose();
  }

  private async tryToStart(): Promise<void> {
    this.crashes.length = 0;
    this.executable.command = this.path();
    this.failure = await executableProblem(this.executable.command, { ours: this.configuredPath() === '' });
    if (this.failure === undefined) {
      try {
        await this.client.start();
        return;
      } catch (error) {
        this.failure = messageOf(error);
      }
    }
    this.enter('stopped');
    void this.offer(`The Netloupe backend could not start: ${this.failure}`);
  }

  /** The setting wins over the binary in the extension, so that a self-built backend can be used. */
  private path(): string {
    return this.configuredPath() || this.context.asAbsolutePath('server/netloupe');
  }

  private configuredPath(): string {
    return vscode.workspace.getConfiguration('netloupe').get<string>('serverPath', '').trim();
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
        this.failure = `It ended ${recent} times within three minutes and was not started again.`;
        this.enter('stopped');
        void this.offer(`The Netloupe backend does not stay up. ${this.failure}`);
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    };
  }

  private async offer(message: string): Promise<void> {
    const actions: Record<string, () => unknown> = {
      Restart: () => this.restart(),
      'Show output': () => this.output.show(),
      'Open settings': () =>
        vscode.commands.executeCommand('workbench.action.openSettings', 'netloupe.serverPath'),
    };
    // The same message again would close the one that is still read.
    if (this.offered.has(message)) return;
    this.offered.add(message);
    const choice = await vscode.window.showErrorMessage(message, ...Object.keys(actions));
    this.offered.delete(message);
    if (choice !== undefined) await actions[choice]?.();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
