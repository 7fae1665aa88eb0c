/** Channel and segment ids that reports show as numbers. Up to 15 digits, every JSON parser is exact. */
export const numericId = '0|[1-9][0-9]{0,14}';

/**
 * The parts of a report's SQL that differ between stores. Each function takes and returns SQL expressions. Cubes and
 * the compiler use standard SQL otherwise. A relation is anything that may follow `from`.
 */
export interface SqlDialect {
  /**
   * The relation of a datamart's facts, each activity once with the final survivor of its user point. Facts that do not
   * meet `times`, a condition on `ts`, may be missing.
   */
  facts: (datamart: string, times?: string) => string;
  /** The relation of a datamart's memberships, with the final survivor as `survivor_id`. */
  memberships: (datamart: string) => string;
  /** The relation of the `survivor_id`, `segment_id` of those `from` memberships that meet its condition, each pair once. */
  distinctMembers: (from: string) => string;
  /** The relation of the measurements of all datamarts. */
  measurements: string;
  text: (value: string) => string;
  /** A double, as in JSON. */
  number: (value: string) => string;
  /** The nearest double of a decimal. */
  decimalNumber: (value: string) => string;
  /** A decimal as text without trailing zeros, as in JSON. */
  decimalText: (value: string) => string;
  /**
   * The number of an integer text without sign or leading zeros and with at most 15 digits; null for any other text.
   */
  wholeNumber: (text: string) => string;
  /** Converts epoch milliseconds to whole units since 1970, in UTC. */
  unitsSince1970: (ts: string, unitMs: number) => string;
  /** The start of such a unit as text. */
  dateText: (units: string, unitMs: number, format: DateFormat) => string;
  /** Compares in Unicode's simple lower case, which maps one code point to one code point. */
  containsIgnoringCase: (text: string, part: string) => string;
  /** Whether a value is in the list of a parameter. */
  isOneOf: (value: string, list: string) => string;
  /** Adds a column `name` with one row per value of the list; null for an empty or missing list. */
  expand: (relation: string, list: string, name: string) => string;
  /** If facts have masks of their event types. */
  eventMasks?: EventMasks;
  /** If masks of event types are cheap to make in the query. */
  eventBits?: EventBits;
  /** The condition that a row's list has a value that `matches`. Only rows that meet `condition` are considered. */
  anyOfList: (relation: string, list: string, condition: string, matches: (value: string) => string) => string;
  /** A relation of parameters with text lists of equal length, as its columns. */
  table: (columns: Record<string, string>) => string;
  /** Aggregate: the value in the row with the greatest `by`. */
  latest: (value: string, by: string) => string;
}

/** Each event type with a code has a bit. */
export interface EventMasks {
  /** The mask of a fact; null if an event type has no code, or the fact is older than masks. */
  mask: string;
  /** The relation of a datamart's `name` and `bit`; '' is bit 0, of a fact without events. */
  codes: (datamart: string) => string;
}

/** Bits of the event types that most facts of a datamart have. One query has the same bits wherever it names them. */
export interface EventBits {
  /** The mask of a fact, of its event types that have a bit; without events, that of null. */
  mask: (datamart: string) => string;
  /** Adds a column `event_type` with one row per bit of the column `mask`. */
  expandMask: (relation: string, datamart: string) => string;
  /** Adds a column `event_type` with one row per event type of the fact that has no bit. Reads no facts if all have one. */
  expandOthers: (relation: string, datamart: string) => string;
}

export type DateFormat = 'yyyymmdd' | 'yyyymmddhh' | 'yyyy-mm-dd' | 'yyyy-mm-ddThh' | 'yyyy-mm-ddThh:mm';
