/** The oracle: who is together when every group of keys is joined, in whatever order. */
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

/** The same parts in the same order, whatever order they came in. */
export const canonical = (parts: Iterable<Iterable<string>>): string[][] =>
  [...parts].map((part) => [...part].sort()).sort((a, b) => (a[0] ?? '').localeCompare(b[0] ?? ''));
