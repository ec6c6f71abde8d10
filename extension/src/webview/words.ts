// Numbers as people read them: 1,234 · 3.4 MiB · 0.0235.

export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** '1 node', '2 nodes'. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

export function bytes(value: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? count(value) : value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : value < 100 ? 1 : 0 })} ${units[unit]}`;
}

/** A real number with the digits that matter and a true minus sign. */
export function real(value: number, digits = 5): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const magnitude = Math.abs(value);
  const text =
    magnitude >= 1e7 || magnitude < 1e-4
      ? value
          .toExponential(digits - 2)
          .replace(/\.?0+e/, 'e')
          .replace('e+', 'e')
      : String(Number(value.toPrecision(digits)));
  return minus(text);
}

export function integer(value: number): string {
  return minus(String(value));
}

/** [lo, hi] of what can be expressed. */
export function range(low: number, high: number): string {
  return `[${real(low, 4)}, ${real(high, 4)}]`;
}

/** 1,234,567 as '1.23 M': for totals where the order is what matters. */
export function magnitude(value: number): string {
  for (const [unit, size] of [
    ['T', 1e12],
    ['G', 1e9],
    ['M', 1e6],
    ['k', 1e3],
  ] as const) {
    if (value >= size) return `${Number((value / size).toPrecision(3))} ${unit}`;
  }
  return count(value);
}

function minus(text: string): string {
  return text.replaceAll('-', '−');
}
