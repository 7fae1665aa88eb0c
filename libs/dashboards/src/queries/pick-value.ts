import type { DateRange } from '@tributary/contracts/rules/date-range';
import { dateDimensionOf } from '../values/date-dimensions.js';
import { maxFilters, type FilterRow } from './filter-row.js';
import type { Query } from './query.js';

/** A value that was chosen in a chart or table. */
export interface Pick {
  dimension: string;
  value: string;
}

/** The range of a picked day, hour or minute; undefined for a value of another dimension. */
export function rangeOfPick({ dimension, value }: Pick): DateRange | undefined {
  if (!dateDimensionOf(dimension)) return undefined;
  const [, year, month, day, hour, minute] = /^(\d{4})-?(\d\d)-?(\d\d)T?(\d\d)?:?(\d\d)?$/.exec(value) ?? [];
  if (year === undefined) return undefined;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return { start_date: date, end_date: date };
  return { start_date: `${date}T${hour}:${minute ?? '00'}`, end_date: `${date}T${hour}:${minute ?? '59'}` };
}

const filterOfPick = ({ dimension, value }: Pick): FilterRow => ({
  dimension_name: dimension,
  operator: 'EXACT',
  not: false,
  expressions: [value],
});

/** A query for what was picked: of its day or hour, or with one more filter. The same one if it takes no more filters. */
export function pickInto<Chosen extends Query>(query: Chosen, pick: Pick): Chosen {
  const range = rangeOfPick(pick);
  if (range) return { ...query, start: range.start_date, end: range.end_date };
  const { filters, operator } = query;
  const isKnown = filters.some(
    ({ dimension_name, operator: how, not, expressions }) =>
      dimension_name === pick.dimension && how === 'EXACT' && !not && expressions[0] === pick.value,
  );
  // Beside filters of which any may hold, one more would widen the report.
  const isAny = operator === 'OR' && filters.length > 1;
  if (isKnown || isAny || filters.length >= maxFilters) return query;
  return { ...query, filters: [...filters, filterOfPick(pick)], operator: 'AND' };
}
