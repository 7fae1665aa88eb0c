export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands where an object should: it, or an empty one. */
export const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {});
