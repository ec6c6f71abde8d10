// Numbers as people read them: separators and units.

export function withSeparators(value: number): string {
  return value.toLocaleString('en');
}

/** 1234567 → "1.2 M"; small numbers as they are. */
export function shortCount(value: number): string {
  const units: [number, string][] = [
    [1e12, 'T'],
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ];
  for (const [size, unit] of units) {
    if (value >= size) return `${(value / size).toFixed(value / size < 10 ? 1 : 0)} ${unit}`;
  }
  return String(value);
}

export function bytes(value: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  let scaled = value;
  while (scaled >= 1024 && unit < units.length - 1) {
    scaled /= 1024;
    unit++;
  }
  return unit === 0 ? `${value} B` : `${scaled.toFixed(1)} ${units[unit]}`;
}

/** 1, 'warning' → "1 warning"; 2 → "2 warnings". */
export function plural(count: number, noun: string): string {
  return `${withSeparators(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** 0.934 → "93 %". All and nothing are said only of what is all, or nothing. */
export function share(part: number): string {
  const percent = Math.round(part * 100);
  if (percent === 0 && part > 0) return '< 1 %';
  return `${percent === 100 && part < 1 ? 99 : percent} %`;
}
