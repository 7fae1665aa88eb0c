import { filterNames, type FilterName } from '../content/dashboard-content.js';

/** The selected values of each filter. A filter without values filters nothing. */
export type Selections = Partial<Record<FilterName, string[]>>;

const prefix = 'filter.';

/** As the query of a URL, without `?`: `filter.channels=1&filter.channels=2`. */
export const printSelections = (selections: Selections): string =>
  filterNames.flatMap((name) => (selections[name] ?? []).map((value) => `${prefix}${name}=${encode(value)}`)).join('&');

/** Reads the query of a URL, with or without `?`. Other parameters and malformed values are ignored. */
export function parseSelections(query: string): Selections {
  const selections: Selections = {};
  for (const parameter of query.replace(/^\?/, '').split('&')) {
    const [name, value] = splitParameter(parameter);
    const filter = filterNames.find((each) => name === `${prefix}${each}`);
    if (!filter || value === undefined) continue;
    const values = (selections[filter] ??= []);
    if (!values.includes(value)) values.push(value);
  }
  return selections;
}

function splitParameter(parameter: string): [name: string, value: string | undefined] {
  const at = parameter.indexOf('=');
  return at < 0 ? [parameter, undefined] : [decode(parameter.slice(0, at)) ?? '', decode(parameter.slice(at + 1))];
}

// Half a surrogate pair cannot be encoded; no id holds one.
const encode = (value: string) => encodeURIComponent(value.toWellFormed());

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
