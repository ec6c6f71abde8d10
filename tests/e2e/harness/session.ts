// One workbench for the tests of a file, on a folder of its own with the example models; a failed test leaves a screenshot.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { writeExamples } from './models.js';
import { kProject } from './server.js';
import { Workbench, type WorkbenchOptions } from './workbench.js';

export class Session {
  private started: { workbench: Workbench; folder: string } | undefined;

  get workbench(): Workbench {
    if (!this.started) throw new Error('The workbench did not start');
    return this.started.workbench;
  }

  path(name: string): string {
    if (!this.started) throw new Error('There is no folder yet');
    return join(this.started.folder, name);
  }

  async start(prepare: (folder: string) => void, options: WorkbenchOptions): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'netloupe-models-'));
    writeExamples(folder);
    prepare(folder);
    this.started = { workbench: await Workbench.start({ ...options, folder }), folder };
  }

  async stop(): Promise<void> {
    if (!this.started) return;
    await this.started.workbench.stop();
    rmSync(this.started.folder, { recursive: true, force: true });
  }
}

/** Starts before the tests of the file that calls it and stops after them. */
export function useWorkbench(
  prepare: (folder: string) => void = () => undefined,
  options: WorkbenchOptions = {},
): Session {
  const session = new Session();
  beforeAll(() => session.start(prepare, options));
  afterAll(() => session.stop());
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    const name = task.name.replace(/\W+/g, '_');
    await session.workbench.screenshot(join(kProject, 'test-results', `${name}.png`));
  });
  return session;
}
