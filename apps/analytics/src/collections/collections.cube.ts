import type { SqlDialect } from '../facts/sql-dialect.js';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { dateDimension } from '../reports/date-dimension.js';
import type { CubeOf, Dimension, Metric } from '../reports/cube.js';
import { groupRows } from '../reports/group-rows.js';
import type { Period } from '@tributary/contracts/rules/date-range';
import { localTime } from '../reports/local-time.js';
import type { ReportZone } from '@tributary/contracts/rules/report-zone';
import type { DatamartOwners } from './readable-datamarts.js';

interface CollectionsScope {
  datamarts: DatamartOwners[];
  period: Period;
  zone: ReportZone;
}

/** A gauge: a time bucket shows the latest measurement of each collection in it. */
export const collectionsCube =
  (sql: SqlDialect, { datamarts, period, zone }: CollectionsScope): CubeOf =>
  (bind) => {
    const owners = sql.table({
      owned_id: bind(datamarts.map(({ datamart_id }) => datamart_id)),
      organisation_id: bind(datamarts.map(({ organisation_id }) => organisation_id)),
      community_id: bind(datamarts.map(({ community_id }) => community_id)),
    });
    const scope = `ts between ${bind(period.from)} and ${bind(period.to)}`;
    return {
      dimensions: dimensions(sql, localTime(zone.offsetsIn(period))),
      metrics,
      groups: (conditions, columns) => {
        const bucket = [
          ...series,
          ...columns.dimensions.filter(({ isOfTime }) => isOfTime).map((dimension) => dimension.sql),
        ];
        const latest = `(
          select ${series.join(', ')}, max(ts) as ts, ${sql.latest('count', 'ts')} as count
          from ${sql.measurements} join ${owners} owners on owned_id::bigint = datamart_id
          where ${[scope, ...conditions].join(' and ')}
          group by ${bucket.join(', ')}
        ) latest`;
        return groupRows(latest, columns);
      },
    };
  };

/** The key of a time series. The owners depend on the datamart. */
const series = ['datamart_id', 'organisation_id', 'community_id', 'collection'];

const dimensions = (sql: SqlDialect, local: string) =>
  new Map<string, Dimension>([
    ['organisation_id', { type: 'number', sql: 'organisation_id::bigint' }],
    ['community_id', { type: 'number', sql: 'community_id::bigint' }],
    ['datamart_id', { type: 'number', sql: 'datamart_id' }],
    ['collection', { type: 'text', sql: 'collection' }],
    ['date_time', { type: 'number', sql: 'ts', isOfTime: true }],
    ['date_yyyy_mm_dd', dateDimension(sql, local, dayMs, 'yyyy-mm-dd')],
  ]);

const metrics = new Map<string, Metric>([['count', { type: 'number', sql: 'coalesce(sum(count), 0)' }]]);
