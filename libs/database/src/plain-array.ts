/**
 * The text of an array parameter whose elements need no quotes: numbers, UUIDs. Of an array it is given, node-postgres
 * quotes and escapes every element; that, and reading it in the server, costs more than the elements themselves.
 */
export const plainArray = (elements: readonly (string | number)[]): string => `{${elements.join(',')}}`;
