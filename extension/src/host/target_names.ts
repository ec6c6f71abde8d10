// How targets are named in the settings: by an id, or by the path of somebody's own file.

export function isTargetFile(name: string): boolean {
  return name.endsWith('.json') || name.includes('/');
}

/** The path as the settings name it: from the workspace's folder when it lies in there. */
export function fileName(path: string, folder: string | undefined): string {
  return folder !== undefined && path.startsWith(`${folder}/`) ? `./${path.slice(folder.length + 1)}` : path;
}

/** Whether two lists name the same targets, in any order. */
export function sameTargets(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name));
}
