// What a target makes of the cards: verdicts as colours, and the partitions that it runs.
import type { TargetsResult, Verdict } from '../generated/protocol.js';
import { ItemKind } from './scene.js';

/** Levels of cards: indices of Theme.verdicts. */
export const kVerdicts = ['supported', 'conditional', 'unsupported', 'unknown'] as const;
/** Inputs and outputs, and what is computed when the model is loaded. */
export const kNoVerdict = 4;

export interface Placed {
  kind: 'verdicts';
  target: string;
  title: string;
  /** For each card an index of Theme.verdicts. */
  levels: Uint8Array;
  /** Cards of each verdict. */
  counts: Record<Verdict, number>;
  /** For each card the partition that it runs in, or -1. */
  partition: Int32Array;
  /** The first card of each partition. */
  first: ReadonlyMap<number, number>;
  /** Partitions that have cards in this view. */
  partitions: number;
}

export function placedOf(
  { id, title, values = [], partitions = [] }: TargetsResult,
  kind: Uint8Array,
): Placed {
  const levels = new Uint8Array(kind.length).fill(kNoVerdict);
  const partition = new Int32Array(kind.length).fill(-1);
  const counts: Placed['counts'] = { supported: 0, conditional: 0, unsupported: 0, unknown: 0 };
  const firstOf = new Map<number, number>();
  for (let item = 0; item < kind.length; item++) {
    const verdict = values[item];
    if (kind[item] !== ItemKind.Node || !verdict) continue;
    levels[item] = kVerdicts.indexOf(verdict);
    counts[verdict]++;
    const part = partitions[item] ?? -1;
    partition[item] = part;
    if (part >= 0 && !firstOf.has(part)) firstOf.set(part, item);
  }
  const first = new Map([...firstOf].map(([part, item]) => [item, part]));
  return { kind: 'verdicts', target: id, title, levels, counts, partition, first, partitions: first.size };
}
