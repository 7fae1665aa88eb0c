/**
 * The text of an array parameter whose elements need no quotes: numbers, UUIDs. node-postgres quotes and escapes every
 * element of an array it is given, which costs it, and the server that reads it, more than the elements do.
 */
export const plainArray = (elements: readonly (string | number)[]): string => `{${elements.join(',')}}`;
