import type { Parameter } from '../facts/fact.store.js';

/**
 * How the values of a dimension are compared, sorted and shown:
 * - text: a string;
 * - id: a string that is shown as a number, and sorts by it, when it is written like one;
 * - number, decimal: a number, the second with 6 fractional digits;
 * - boolean: true or false.
 */
export type DimensionType = 'text' | 'id' | 'number' | 'decimal' | 'boolean';

export interface Dimension {
  type: DimensionType;
  /** Over one row: what is grouped and sorted by. */
  sql: string;
  /** The value of `sql`, where `sql` is but its cheaper stand-in in the same order. */
  shown?: (sql: string) => string;
  /** True for a unit of time, whose groups are buckets. */
  isOfTime?: true;
  /** For a dimension of which a row has any number of values. */
  many?: ManyValues;
}

export interface ManyValues {
  /** The relation with a row for each value, under the name of the dimension's `sql`; null for a row without one. */
  expand: (relation: string) => string;
  /** The condition that any of a row's values matches. */
  any: (matches: (value: string) => string) => string;
}

export interface Metric {
  /** Over a group of rows; 0 over none. */
  sql: string;
  type: 'number' | 'decimal';
}

/** What a report can be asked over, as SQL for one request. */
export interface Cube {
  dimensions: ReadonlyMap<string, Dimension>;
  metrics: ReadonlyMap<string, Metric>;
  /** The rows that `conditions` let through, ready to be grouped by the dimensions. */
  rows: (conditions: string[], dimensions: Dimension[]) => string;
}

/** Makes a value of the request a parameter, and gives what stands for it in the SQL text. */
export type Bind = (value: Parameter) => string;

/** A cube in the middle of a compilation: whatever it needs of the request it binds. */
export type CubeOf = (bind: Bind) => Cube;
