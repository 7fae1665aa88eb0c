/** JSON text with members in the order of their names: their order in a file says nothing. Undefined is null. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value ?? null));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const members = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const);
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
