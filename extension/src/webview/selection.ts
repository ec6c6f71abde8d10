// What is selected: a node, a tensor, or nothing; and whether two selections are the same.
import type { Target } from '../shared/messages.js';

export type Selection = (Target & { key?: string }) | undefined;

export function sameElement(a: Selection, b: Selection): boolean {
  return a?.graph === b?.graph && a?.node === b?.node && a?.tensor === b?.tensor;
}
