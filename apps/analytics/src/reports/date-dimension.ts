import type { DateFormat, SqlDialect } from '../facts/sql-dialect.js';
import type { Dimension } from './cube.js';

/**
 * A unit of local time. Groups by the number of the day, hour or minute: formatting a date for each fact would take longer
 * than the rest of the report. An hour that a change of clocks repeats is one group.
 *
 * @param local the local time of a fact, epoch milliseconds
 */
export const dateDimension = (sql: SqlDialect, local: string, unitMs: number, format: DateFormat): Dimension => ({
  type: 'text',
  sql: sql.unitsSince1970(local, unitMs),
  shown: (units) => sql.dateText(units, unitMs, format),
  isOfTime: true,
});
