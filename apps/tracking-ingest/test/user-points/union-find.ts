/** The oracle: the sets of keys after joining every group, in any order. */
export function partition(groups: string[][]): Set<string>[] {
  let parts: Set<string>[] = [];
  for (const group of groups) {
    const joined = parts.filter((part) => group.some((key) => part.has(key)));
    parts = [
      ...parts.filter((part) => !joined.includes(part)),
      new Set([...group, ...joined.flatMap((part) => [...part])]),
    ];
  }
  return parts;
}

/** The same parts in the same order, for any order of the input. */
export const canonical = (parts: Iterable<Iterable<string>>): string[][] =>
  [...parts].map((part) => [...part].sort()).sort((a, b) => (a[0] ?? '').localeCompare(b[0] ?? ''));
