// What the graph can be coloured by: its own colours, costs, or what a chosen target makes of it.
import type { TargetBrief } from '../generated/protocol.js';
import type { OverlayName } from './messages.js';

const kAlways: readonly [OverlayName, name: string, tells: string][] = [
  ['dtype', 'Data type', 'float, half and integer parts, and kinds of operators'],
  ['macs', 'MACs', 'where the arithmetic is'],
  ['weightBytes', 'Weight bytes', 'where the weights are'],
  ['activationBytes', 'Activation bytes', 'where activations are read and written'],
];
const kTarget = 'target:';

export interface OverlayChoice {
  overlay: OverlayName;
  name: string;
  tells: string;
}

/** The overlays that there are for a model. */
export function overlaysOf(targets: readonly TargetBrief[] = []): OverlayChoice[] {
  return [
    ...kAlways.map(([overlay, name, tells]) => ({ overlay, name, tells })),
    ...targets
      .filter(({ refusal }) => refusal === undefined)
      .map(({ id, title }) => ({ overlay: targetOverlay(id), name: `Target ${id}`, tells: title })),
  ];
}

export function overlayTitle(overlay: OverlayName): string {
  return kAlways.find(([name]) => name === overlay)?.[1] ?? overlay;
}

export function isOverlay(name: string | undefined): name is OverlayName {
  return name !== undefined && (name.startsWith(kTarget) || kAlways.some(([known]) => known === name));
}

export function targetOverlay(id: string): OverlayName {
  return `${kTarget}${id}`;
}

/** The target that an overlay is of; undefined for the others. */
export function targetIn(overlay: OverlayName): string | undefined {
  return overlay.startsWith(kTarget) ? overlay.slice(kTarget.length) : undefined;
}
