/** A text that has been given; an integer counts as its digits. Null, NaN, objects and empty texts are none. */
export function givenText(value: unknown): string | undefined {
  const text = Number.isSafeInteger(value) || typeof value === 'bigint' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
