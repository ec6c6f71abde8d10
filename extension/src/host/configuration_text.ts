// Edits of a .netloupe.json that leave the rest of the text as its writer left it.
import { applyEdits, type JSONPath, modify, parse } from 'jsonc-parser';

/** An entry of `suppress`: findings that are accepted. */
export interface Suppression {
  rules: string[];
  node?: string;
  tensor?: string;
  reason: string;
}

interface Configuration {
  suppress?: unknown[];
  overrides?: { files?: unknown; suppress?: unknown[] }[];
}

/**
 * The text with these entries in it, for all models or for those of one path. Indented as VS Code does by default. Throws when
 * the text is not a JSON object.
 */
export function withSuppressions(text: string, suppressions: readonly Suppression[], file?: string): string {
  let result = text.trim() === '' ? '{}\n' : text;
  for (const suppression of suppressions) {
    const configuration = parse(result) as Configuration | undefined;
    if (typeof configuration !== 'object' || Array.isArray(configuration))
      throw new Error('The configuration is not a JSON object.');
    result =
      file === undefined
        ? append(result, ['suppress'], suppression)
        : withOverride(result, configuration, file, suppression);
  }
  return result;
}

/** A name as a pattern that fits nothing else. */
export function literalPattern(name: string): string {
  return name.replace(/[*?[]/g, (wildcard) => `[${wildcard}]`);
}

function withOverride(
  text: string,
  { overrides }: Configuration,
  file: string,
  suppression: Suppression,
): string {
  const same = (overrides ?? []).findIndex(
    ({ files }) => Array.isArray(files) && files.length === 1 && files[0] === file,
  );
  if (same < 0) return append(text, ['overrides'], { files: [file], suppress: [suppression] });
  return append(text, ['overrides', same, 'suppress'], suppression);
}

function append(text: string, list: JSONPath, entry: unknown): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
  return applyEdits(text, modify(text, [...list, -1], entry, { formattingOptions, isArrayInsertion: true }));
}
