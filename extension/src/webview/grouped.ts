/** The members by their key, smallest key first, in one pass: canvases draw what looks alike fastest in a row. */
export function grouped(
  members: readonly number[],
  key: (member: number) => number,
): [key: number, members: number[]][] {
  const groups: number[][] = [];
  for (const member of members) (groups[key(member)] ??= []).push(member);
  const list: [number, number[]][] = [];
  groups.forEach((group, k) => list.push([k, group]));
  return list;
}
