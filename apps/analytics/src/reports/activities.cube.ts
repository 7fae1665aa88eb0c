import type { DateFormat, SqlDialect } from '../facts/sql-dialect.js';
import { dayMs, hourMs, minuteMs } from '@tributary/contracts/rules/time-units';
import type { Bind, CubeOf, Dimension, Metric } from './cube.js';
import { dateDimension } from './date-dimension.js';
import type { Period } from '@tributary/contracts/rules/date-range';
import { localTime } from './local-time.js';
import type { ReportZone } from '@tributary/contracts/rules/report-zone';

export interface ActivitiesScope {
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
    const scope = `datamart_id = ${datamart}::bigint and ${times}`;
    return {
      dimensions: new Map([
        ...ownDimensions(sql, localTime(zone.offsetsIn(period))),
        ['event_type', eventType(sql, facts, scope)],
        ['segment_id', segment(sql, bind, { datamart_id, now })],
      ]),
      metrics: metrics(sql),
      rows: (conditions, dimensions) =>
        dimensions.reduce(
          (relation, { many }) => many?.expand(relation) ?? relation,
          `(select * from ${facts} where ${[scope, ...conditions].join(' and ')}) facts`,
        ),
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
  many: {
    expand: (relation) => sql.expand(relation, 'event_types', 'event_type'),
    any: (matches) => sql.anyOfList(facts, 'event_types', scope, matches),
  },
});

/** The current segments of the user point. */
function segment(
  sql: SqlDialect,
  bind: Bind,
  { datamart_id, now }: Pick<ActivitiesScope, 'datamart_id' | 'now'>,
): Dimension {
  const current = () => {
    const datamart = bind(datamart_id);
    return `
      from ${sql.memberships(datamart)} where datamart_id = ${datamart}::bigint
        and is_member and (expiration_ts is null or expiration_ts > ${bind(now)})`;
  };
  return {
    type: 'id',
    sql: 'segment_id',
    many: {
      expand: (relation) => `(
        select * from ${relation}
        left join (select distinct survivor_id, segment_id ${current()}) on survivor_id = user_point_id
      )`,
      any: (matches) => `user_point_id in (select survivor_id ${current()} and ${matches('segment_id')})`,
    },
  };
}

/** Activities that count as sessions. */
const isVisit = `type in ('SITE_VISIT', 'APP_VISIT', 'CTV_VISIT')`;

const users = 'count(distinct user_point_id)';
const sessions = `count(*) filter (where ${isVisit})`;
const transactions = 'coalesce(sum(number_of_confirmed_transactions), 0)';
const revenue = 'coalesce(sum(transaction_amount), 0)';

function metrics(sql: SqlDialect): Map<string, Metric> {
  /** 0 if the divisor is 0. */
  const ratio = (dividend: string, divisor: string): Metric => ({
    type: 'number',
    sql: `coalesce(${sql.decimalNumber(dividend)} / nullif(${divisor}, 0), 0)`,
  });
  const meanOverSessions = (column: string) => ratio(`coalesce(sum(${column}) filter (where ${isVisit}), 0)`, sessions);
  const converted = `100 * count(*) filter (where ${isVisit} and number_of_confirmed_transactions >= 1)`;
  return new Map<string, Metric>([
    ['users', { type: 'number', sql: users }],
    ['sessions', { type: 'number', sql: sessions }],
    ['number_of_transactions', { type: 'number', sql: transactions }],
    ['revenue', { type: 'decimal', sql: revenue }],
    ['conversion_rate', ratio(`(${converted})`, sessions)],
    ['avg_session_duration', meanOverSessions('session_duration')],
    ['avg_number_of_user_events', meanOverSessions('number_of_user_events')],
    ['avg_number_of_transactions_per_user_point', ratio(transactions, users)],
    ['avg_transaction_amount', ratio(revenue, transactions)],
    ['avg_revenue_per_user_point', ratio(revenue, users)],
  ]);
}
