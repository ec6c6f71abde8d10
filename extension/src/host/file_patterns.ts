// The files of package.json's custom editors. The patterns there are made from the formats' readers (target package_selectors).

interface Manifest {
  contributes: { customEditors: { viewType: string; selector: { filenamePattern: string }[] }[] };
}

/** Patterns like "*.onnx" of one editor. */
export function patternsOf(manifest: unknown, viewType: string): string[] {
  const editors = (manifest as Manifest).contributes.customEditors;
  const selector = editors.find((editor) => editor.viewType === viewType)?.selector ?? [];
  return selector.map(({ filenamePattern }) => filenamePattern);
}

/** Whether the path ends as one of the patterns, in any case. */
export function endsLike(path: string, patterns: readonly string[]): boolean {
  const lower = path.toLowerCase();
  return patterns.some((pattern) => lower.endsWith(pattern.slice(1)));
}
