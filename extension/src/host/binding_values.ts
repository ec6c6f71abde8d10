// What may be bound to a dimension.

/** Extents by the names of dimensions. */
export type Bindings = Record<string, number>;

/** A whole number, undefined for nothing, or 'invalid'. */
export function parseExtent(text: string): number | undefined | 'invalid' {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const extent = /^\d+$/.test(trimmed) ? Number(trimmed) : NaN;
  return Number.isSafeInteger(extent) ? extent : 'invalid';
}

/** With the dimension bound, or left open; nothing when no binding is left. */
export function bound(before: Bindings, symbol: string, extent: number | undefined): Bindings | undefined {
  const rest = Object.entries(before).filter(([name]) => name !== symbol);
  const entries = extent === undefined ? rest : [...rest, [symbol, extent] as const];
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
