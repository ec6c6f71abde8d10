// What the size view shows: the files of a model with their scopes and tensors, and what of them is not weights.
import type { FileSize, SizePart, SizeResult } from '../../generated/protocol.js';
import type { Target } from '../../shared/messages.js';
import { counted } from '../words.js';

export interface Part {
  kind: 'file' | 'scope' | 'tensor' | 'rest' | 'other';
  name: string;
  bytes: number;
  /** What it can be divided into, largest first; their bytes are exactly its own. */
  parts: Part[];
  /** A tensor that the graph knows. */
  target?: Target;
  note?: string;
}

/** The file, or all of them when the model keeps data in others. */
export function partsOf(size: SizeResult): Part {
  const files = size.files.map(fileOf);
  if (files.length === 1) return files[0];
  const name = `${files.length} files`;
  return { kind: 'scope', name, bytes: size.bytes, parts: sorted(files) };
}

function fileOf({ name, bytes, other, text, weights }: FileSize): Part {
  const parts = (weights.parts ?? []).map(partOf);
  const rest: Part = {
    kind: 'other',
    name: text ? 'Text' : 'Not weights',
    bytes: other,
    parts: [],
    note: text
      ? 'The file is text: what of it is weights cannot be told apart.'
      : 'Graph, names, metadata, padding.',
  };
  if (other > 0) parts.push(rest);
  return { kind: 'file', name, bytes, parts: sorted(parts) };
}

function partOf({ kind, name, bytes, tensors, graph, tensor, parts = [] }: SizePart): Part {
  const part: Part = {
    kind,
    name:
      kind === 'rest' ? `${counted(tensors, 'smaller tensor')}` : name.replace(/^[/.]/, '') || '(unnamed)',
    bytes,
    parts: parts.map(partOf),
  };
  if (graph !== undefined && tensor !== undefined) part.target = { graph, tensor };
  if (kind === 'scope') part.note = counted(tensors, 'tensor');
  // A scope that holds one scope only is one step of a path.
  const [only] = part.parts;
  if (kind === 'scope' && part.parts.length === 1 && only.kind === 'scope')
    return { ...only, name: `${part.name}/${only.name}` };
  return part;
}

function sorted(parts: Part[]): Part[] {
  return parts.sort((a, b) => b.bytes - a.bytes);
}

/** The parts of these names, one within the other, from the whole on; as far as they exist. */
export function pathTo(root: Part, names: readonly string[]): Part[] {
  const path = [root];
  for (const name of names) {
    const next = path.at(-1)?.parts.find((part) => part.name === name && part.parts.length > 0);
    if (!next) break;
    path.push(next);
  }
  return path;
}
