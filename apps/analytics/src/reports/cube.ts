import type { Parameter } from '../facts/fact.store.js';

/**
 * How the values of a dimension are compared, sorted and shown:
 * - text: a string;
 * - id: a string; a canonical integer is shown and sorted as a number;
 * - number;
 * - decimal: a number with 6 fractional digits;
 * - boolean: true or false.
 */
export type DimensionType = 'text' | 'id' | 'number' | 'decimal' | 'boolean';

export interface Dimension {
  type: DimensionType;
  /** Expression over one row, to group and sort by. */
  sql: string;
  /** Converts `sql` to the shown value, where `sql` is a cheaper expression with the same order. */
  shown?: (sql: string) => string;
  /** For a unit of time, whose groups are buckets. */
  isOfTime?: true;
  /** For a dimension with any number of values per row: its filters. Its cube groups by it. */
  many?: ManyValues;
}

interface ManyValues {
  /** The condition that at least one value of a row matches. */
  any: (matches: (value: string) => string) => string;
}

export interface Metric {
  /** Expression over a group of rows; 0 for an empty group. */
  sql: string;
  type: 'number' | 'decimal';
}

/** The requested columns. `alias` is the short name of each in the SQL. */
export interface Columns {
  dimensions: DimensionColumn[];
  metrics: MetricColumn[];
}
export interface DimensionColumn extends Dimension {
  name: string;
  alias: string;
}
export interface MetricColumn extends Metric {
  name: string;
  alias: string;
}

/** The dimensions and metrics that a report can request, as SQL for one request. */
export interface Cube {
  dimensions: ReadonlyMap<string, Dimension>;
  metrics: ReadonlyMap<string, Metric>;
  /** A query with one row per group of the rows that meet the conditions. Its columns are named by their aliases. */
  groups: (conditions: string[], columns: Columns) => string;
}

/** Adds a parameter and returns its placeholder in the SQL. */
export type Bind = (value: Parameter) => string;

/** Builds the cube of one request, which binds its own parameters. */
export type CubeOf = (bind: Bind) => Cube;
