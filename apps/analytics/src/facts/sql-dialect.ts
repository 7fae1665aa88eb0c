/**
 * What the SQL of a report says differently from one store to another: expressions in, expressions out. All else that
 * cubes and the compiler write is standard. A relation is something that `from` takes.
 */
export interface SqlDialect {
  text: (value: string) => string;
  /** A double: the number that JSON shows. */
  number: (value: string) => string;
  /** A decimal as JSON would write it: no zeros at the end. */
  decimalText: (value: string) => string;
  /** An integer text as a number; null for any other text. Without a sign or zeros before it, at most 15 digits. */
  wholeNumber: (text: string) => string;
  /** The whole `unit`s since 1970 of an epoch time in milliseconds, and their start as text, in UTC. */
  unitsSince1970: (ts: string, unitMs: number) => string;
  dateText: (units: string, unitMs: number, format: DateFormat) => string;
  /** Unicode's simple lower case on both sides: a code point for a code point. */
  containsIgnoringCase: (text: string, part: string) => string;
  /** Equal to one of a parameter's list. */
  isOneOf: (value: string, list: string) => string;
  /** The relation with a column `name` more: a row for each of the list's values, one with null for an empty or no list. */
  expand: (relation: string, list: string, name: string) => string;
  /** Which rows of a table, of those that `condition` picks, have a value in the list that `matches`. */
  anyOfList: (table: string, list: string, condition: string, matches: (value: string) => string) => string;
  /** A relation of parameters that hold lists of equal length: their texts side by side. */
  table: (columns: Record<string, string>) => string;
  /** Aggregate: the value of the row with the greatest `by`. */
  latest: (value: string, by: string) => string;
}

export type DateFormat = 'yyyymmdd' | 'yyyymmddhh' | 'yyyy-mm-dd' | 'yyyy-mm-ddThh' | 'yyyy-mm-ddThh:mm';
