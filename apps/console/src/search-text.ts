import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/** A value of the address as JSON, unless it is a number: an id has more digits than a number keeps, or leading zeros. */
function parseValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number') throw new SyntaxError('digits are text');
  return value;
}

const parse = parseSearchWith(parseValue);
// The router itself makes numbers only of digits that it would print the same, so that none is lost.
const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/** The search parameters of an address. Digits stay text: `?user=123456789012345678`. */
export const parseSearch = (search: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(parse(search)).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? value.map(asText) : asText(value),
    ]),
  );

/** Prints what `parseSearch` reads. Only a text that would be read as JSON is quoted. */
export const stringifySearch = stringifySearchWith(JSON.stringify, parseValue);
