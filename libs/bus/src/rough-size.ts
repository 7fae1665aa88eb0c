/** About how many bytes a value holds, without the cost of writing it as JSON. */
export function roughSize(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 16;
  if (Array.isArray(value)) for (const item of value) size += roughSize(item);
  else for (const key in value) size += key.length + roughSize((value as Record<string, unknown>)[key]);
  return size;
}
