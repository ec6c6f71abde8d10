// Why a file cannot be run, said before trying, in words that tell what to do.
import { access, chmod, constants, stat } from 'node:fs/promises';

/** Nothing when the file can be run. One that is ours gets its run bit back when the unpacking lost it. */
export async function executableProblem(
  path: string,
  { ours }: { ours: boolean },
): Promise<string | undefined> {
  const remedy = ours ? 'Install the extension again.' : 'Correct the setting netloupe.serverPath.';
  const file = await stat(path).catch(() => undefined);
  if (!file) return `${path} does not exist. ${remedy}`;
  if (!file.isFile()) return `${path} is not a file. ${remedy}`;
  if (ours && (file.mode & 0o111) === 0) await chmod(path, 0o755).catch(() => undefined);
  const runnable = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
  return runnable ? undefined : `${path} must not be executed. Allow it: chmod +x ${path}`;
}
