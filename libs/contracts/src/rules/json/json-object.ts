export type JsonObject = Record<string, unknown>;

/** A number that keeps its text (`ExactNumber` of the client) is an object for JavaScript, but a number of JSON. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Number);

/** Such a number as the double that is nearest, for code that calculates. Any other value unchanged. */
export const inexact = (value: unknown): unknown => (value instanceof Number ? Number(value) : value);
