// Child processes of the tests: started in a group of their own, found by what they run, ended as a group.
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A group that outlives a killed test run ends by itself. */
const kLongestLifeSeconds = 1800;

export function startGroup(command: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn('timeout', ['--kill-after=5', String(kLongestLifeSeconds), command, ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => endGroup(child));
  return child;
}

export function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
}

/** Ids of running processes whose executable is the file at this path. */
export function processesOf(executable: string): number[] {
  const isIt = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/exe`) === executable;
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isIt(name))
    .map(Number);
}

/** Asks until the answer is neither undefined nor false; the error says what was waited for. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  seconds = 20,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`Waited ${seconds} s in vain for ${what}`);
    await sleep(100);
  }
}
