// Costs as colours: how dear each card is compared with the dearest, in steps that the theme has colours for.
import { ItemKind } from './scene.js';

export type Metric = 'macs' | 'weightBytes' | 'activationBytes';

/** Levels of cards: two that are none of the scale, then its steps. */
export const kUnknownLevel = 0;
export const kZeroLevel = 1;
export const kSteps = 8;

export interface Heat {
  kind: 'heat';
  metric: Metric;
  /** For each card an index of Theme.heat. */
  levels: Uint8Array;
  /** What the dearest card costs. */
  most: number;
  /** Cards whose cost is no number. */
  unknown: number;
}

/** Few cards cost most: on a scale of square roots the others can still be told apart. */
export function heatOf(metric: Metric, values: readonly (number | null)[], kind: Uint8Array): Heat {
  const levels = new Uint8Array(kind.length).fill(kZeroLevel);
  let most = 0;
  let unknown = 0;
  for (const value of values) if (value !== null && value > most) most = value;
  for (let item = 0; item < kind.length; item++) {
    if (kind[item] !== ItemKind.Node) continue;
    const value = values[item] ?? null;
    if (value === null) {
      levels[item] = kUnknownLevel;
      unknown++;
    } else if (value > 0) {
      levels[item] = kZeroLevel + Math.max(1, Math.ceil(Math.sqrt(value / most) * kSteps));
    }
  }
  return { kind: 'heat', metric, levels, most, unknown };
}
