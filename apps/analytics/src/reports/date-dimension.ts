import type { DateFormat, SqlDialect } from '../facts/sql-dialect.js';
import type { Dimension } from './cube.js';

/**
 * A unit of `ts`, in UTC. Groups by the number of the day, hour or minute: formatting a date for each fact would take
 * longer than the rest of the report.
 */
export const dateDimension = (sql: SqlDialect, unitMs: number, format: DateFormat): Dimension => ({
  type: 'text',
  sql: sql.unitsSince1970('ts', unitMs),
  shown: (units) => sql.dateText(units, unitMs, format),
  isOfTime: true,
});
