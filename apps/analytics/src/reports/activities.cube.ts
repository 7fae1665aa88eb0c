import type { DateFormat, SqlDialect } from '../facts/sql-dialect.js';
import { dayMs, hourMs, minuteMs } from '@tributary/contracts/rules/time-units';
import { metricsOfFacts } from './activity-metrics.js';
import type { Bind, CubeOf, Dimension } from './cube.js';
import { dateDimension } from './date-dimension.js';
import { groupMany } from './group-many.js';
import { groupRows } from './group-rows.js';
import type { Period } from '@tributary/contracts/rules/date-range';
import { localTime } from './local-time.js';
import type { ReportZone } from '@tributary/contracts/rules/report-zone';

interface ActivitiesScope {
  datamart_id: string;
  period: Period;
  zone: ReportZone;
  /** Epoch milliseconds. Memberships that have expired by then do not count. */
  now: number;
}

/** The cube over stored activities, one fact each. docs/adr/0010 defines its dimensions and metrics. */
export const activitiesCube =
  (sql: SqlDialect, { datamart_id, period, zone, now }: ActivitiesScope): CubeOf =>
  (bind) => {
    const datamart = bind(datamart_id);
    const times = `ts between ${bind(period.from)} and ${bind(period.to)}`;
    const facts = sql.facts(datamart, times);
    const memberships = () => currentMemberships(sql, bind, { datamart_id, now });
    const scope = `datamart_id = ${datamart}::bigint and ${times}`;
    return {
      dimensions: new Map([
        ...ownDimensions(sql, localTime(zone.offsetsIn(period))),
        ['event_type', eventType(sql, facts, scope)],
        ['segment_id', segment(memberships)],
      ]),
      metrics: metricsOfFacts(sql),
      groups: (conditions, columns) => {
        const found = `(select * from ${facts} where ${[scope, ...conditions].join(' and ')}) facts`;
        if (!columns.dimensions.some(({ many }) => many)) return groupRows(found, columns);
        const segments = () => sql.distinctMembers(memberships());
        return groupMany(sql, { facts: found, datamart, segments }, columns);
      },
    };
  };

const texts = [
  'type',
  'device_form_factor',
  'device_browser_family',
  'device_os_family',
  'device_brand',
  'device_agent_type',
  'origin_source',
  'origin_channel',
  'origin_campaign_name',
  'location_country',
  'location_region',
  'location_city',
  'location_zip_code',
];
const numbers = ['session_duration', 'number_of_user_events', 'number_of_confirmed_transactions'];
const booleans = ['has_conversion', 'has_bounced', 'is_bot'];

const dates: [name: string, unitMs: number, format: DateFormat][] = [
  ['date_yyyymmdd', dayMs, 'yyyymmdd'],
  ['date_yyyymmddhh', hourMs, 'yyyymmddhh'],
  ['date_yyyy_mm_dd', dayMs, 'yyyy-mm-dd'],
  ['date_yyyy_mm_dd_hh', hourMs, 'yyyy-mm-ddThh'],
  ['date_yyyy_mm_dd_hh_mm', minuteMs, 'yyyy-mm-ddThh:mm'],
];

/** Dimensions of which an activity has at most one value. */
const ownDimensions = (sql: SqlDialect, local: string): [string, Dimension][] => [
  ...texts.map((name): [string, Dimension] => [name, { type: 'text', sql: name }]),
  ...numbers.map((name): [string, Dimension] => [name, { type: 'number', sql: name }]),
  ...booleans.map((name): [string, Dimension] => [name, { type: 'boolean', sql: name }]),
  ['date_time', { type: 'number', sql: 'ts' }],
  ['channel_id', { type: 'id', sql: 'channel_id' }],
  ['transaction_amount', { type: 'decimal', sql: 'transaction_amount' }],
  ...dates.map(([name, unitMs, format]): [string, Dimension] => [name, dateDimension(sql, local, unitMs, format)]),
];

const eventType = (sql: SqlDialect, facts: string, scope: string): Dimension => ({
  type: 'text',
  sql: 'event_type',
  many: { any: (matches) => sql.anyOfList(facts, 'event_types', scope, matches) },
});

/** Binds its parameters each time: a statement may have them only if it uses them. */
function currentMemberships(
  sql: SqlDialect,
  bind: Bind,
  { datamart_id, now }: Pick<ActivitiesScope, 'datamart_id' | 'now'>,
): string {
  const datamart = bind(datamart_id);
  return `
    from ${sql.memberships(datamart)} where datamart_id = ${datamart}::bigint
      and is_member and (expiration_ts is null or expiration_ts > ${bind(now)})`;
}

/** The current segments of the user point. */
const segment = (memberships: () => string): Dimension => ({
  type: 'id',
  sql: 'segment_id',
  many: { any: (matches) => `user_point_id in (select survivor_id ${memberships()} and ${matches('segment_id')})` },
});
