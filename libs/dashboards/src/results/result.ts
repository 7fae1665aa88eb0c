/** The value of a dataset: a number, which only Metric draws, or a series, which all other chart types draw. */
export type Result = NumberResult | SeriesResult;

export interface NumberResult {
  kind: 'number';
  /** Null: there is no value, as for a ratio whose divisor is 0. */
  value: number | null;
  /** The `series_title` of the dataset; `to-list` names its entries by it. */
  title?: string;
  /** Default: none. */
  unit?: 'percent';
  /** That of the period before, if it is compared. */
  before?: number | null;
}

/** One or more series over common keys; `join` makes several of them. */
export interface SeriesResult {
  kind: 'series';
  /** Name of each series: `series_title`, else the metric's name. */
  titles: string[];
  points: Point[];
  /** The dimension of each level of points. Default: they have no names. */
  levels?: string[];
  /** The value of each series for a key without a row: a sum of nothing is 0. Default: none has one. */
  absent?: (0 | null)[];
  /** The series from this one on are those of the period before, in the same order. */
  beforeFrom?: number;
}

/** A key with the value of each series. */
export interface Point {
  /** The value of the dimension, as text. Null: the dimension has none. */
  key: string | null;
  /** The text in place of the key; `get-decorators` sets it. */
  label?: string;
  /** `cells[i]` belongs to `titles[i]`. */
  cells: Cell[];
  /** The next dimension: the level that a drill-down opens, or that `stacking` stacks. */
  points?: Point[];
}

export interface Cell {
  /** Null: this series has no value for the key. */
  value: number | null;
  /** The value before `to-percentages` or `index`, for tooltips. */
  count?: number;
  /** The percentage behind an `index`, for tooltips. */
  percentage?: number;
}

/** How many levels the points have. */
export const depthOf = (points: readonly Point[]): number =>
  1 + points.reduce((deepest, { points: next = [] }) => Math.max(deepest, next.length > 0 ? depthOf(next) : 0), 0);

/** The text of a point without key. */
export const noKeyLabel = '(none)';

/** The text of a point. */
export const labelOf = ({ key, label }: Pick<Point, 'key' | 'label'>): string => label ?? key ?? noKeyLabel;
