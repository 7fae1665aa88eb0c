import { randomUUID } from 'node:crypto';
import { ReportRequest } from '@tributary/contracts/analytics/report';
import fc from 'fast-check';
import { parseDate } from '@tributary/contracts/rules/date-math';
import { ReportZone } from '@tributary/contracts/rules/report-zone';
import type { History } from './report-oracle.js';

/** The time at which the generated reports are requested. */
export const now = Date.parse('2026-11-21T11:26:49.123Z');
const hourMs = 3_600_000;

const types = [
  'SITE_VISIT',
  'APP_VISIT',
  'CTV_VISIT',
  'TOUCH',
  'EMAIL',
  'É',
  'site_visit',
  'ΟΔΟΣ',
  'İstanbul',
  '%_',
  '\u{1f600}',
  '\uffff',
];
const channels = [
  null,
  '',
  '0',
  '7',
  '007',
  '10',
  '9',
  '8298',
  '-1',
  '1.0',
  '999999999999999',
  '1000000000000000',
  'web',
  'Web',
  'ß',
  '1e3',
];
const texts = ['', 'SMARTPHONE', 'smartphone', 'Île', '0', 'true'];
const eventTypes = ['$page_view', '$item_view', 'É', '7', '$transaction_confirmed'];
const segments = ['7', '10', '007', 'vip', 'VIP'];
const amounts = ['0', '12.5', '-3', '0.000001', '99999.999999', '100', '1234567890.123456'];
const userPoints = Array.from({ length: 8 }, () => randomUUID());

const anyText = fc.option(fc.constantFrom(...texts), { nil: undefined });
const anyCount = fc.option(fc.constantFrom(0, 1, 3, 30, 90), { nil: undefined });
const anyFlag = fc.option(fc.boolean(), { nil: undefined });
const anyUserPoint = fc.constantFrom(...userPoints);

/** Days of 25 hours in Paris and New York, of 24 and a half in Lord Howe (which goes forward), and none in between. */
const changesOfClocks = ['2026-10-25T01:00Z', '2026-11-01T06:00Z', '2026-10-03T15:30Z'].map((text) => Date.parse(text));
const within = (middle: number, hours: number) =>
  fc.integer({ min: middle - hours * hourMs, max: middle + hours * hourMs });
const anyTime = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: now - 60 * hourMs, max: now + 20 * hourMs }) },
  { weight: 1, arbitrary: fc.constantFrom(...changesOfClocks).chain((change) => within(change, 4)) },
);
const zones = [
  'Europe/Paris',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Etc/GMT+12',
];

/** Often more than have a bit in the masks of facts. */
const anyEventType = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...eventTypes) },
  { weight: 1, arbitrary: fc.nat(150).map((number) => `event ${number}`) },
);

const anyActivity = fc.record({
  activity_id: fc.uuid(),
  user_point_id: anyUserPoint,
  ts: anyTime,
  type: fc.constantFrom(...types),
  channel_id: fc.oneof(fc.constantFrom(...channels), fc.integer({ min: 0, max: 150 }).map(String)),
  session_duration: anyCount,
  device_form_factor: anyText,
  device_browser_family: anyText,
  origin_campaign_name: anyText,
  location_region: anyText,
  event_types: fc.option(fc.array(anyEventType, { maxLength: 4 }), { nil: undefined }),
  has_conversion: anyFlag,
  has_bounced: anyFlag,
  is_bot: anyFlag,
  number_of_user_events: anyCount,
  number_of_confirmed_transactions: anyCount,
  transaction_amount: fc.option(fc.constantFrom(...amounts), { nil: undefined }),
});

/** The smaller id survives, as in tracking-ingest, so that merges have no cycles. */
const anyMerge = fc
  .tuple(anyUserPoint, anyUserPoint)
  .filter(([one, other]) => one !== other)
  .map((pair) => pair.sort().reverse() as [string, string]);

const anyChange = fc.record({
  user_point_id: anyUserPoint,
  segment_id: fc.constantFrom(...segments),
  is_member: fc.boolean(),
  expiration_ts: fc.constantFrom(null, now - 1, now, now + 1),
  version: fc.nat(1_000_000),
});
const versionOf = ({ user_point_id, segment_id, version }: History['changes'][number]) =>
  `${user_point_id}/${segment_id}/${version}`;

export const anyHistory: fc.Arbitrary<History> = fc.record({
  activities: fc.array(anyActivity, { maxLength: 150, size: 'max' }),
  merges: fc.array(anyMerge, { maxLength: 5 }),
  erased: fc.array(anyUserPoint, { maxLength: 1 }),
  changes: fc.uniqueArray(anyChange, { maxLength: 15, selector: versionOf }),
});

const dimensionNames = [
  'type',
  'date_time',
  'date_yyyymmdd',
  'date_yyyymmddhh',
  'date_yyyy_mm_dd',
  'date_yyyy_mm_dd_hh',
  'date_yyyy_mm_dd_hh_mm',
  'channel_id',
  'session_duration',
  'device_form_factor',
  'device_browser_family',
  'device_os_family',
  'origin_campaign_name',
  'location_region',
  'event_type',
  'segment_id',
  'has_conversion',
  'has_bounced',
  'is_bot',
  'number_of_user_events',
  'number_of_confirmed_transactions',
  'transaction_amount',
];
const metricNames = [
  'users',
  'sessions',
  'number_of_transactions',
  'revenue',
  'conversion_rate',
  'avg_session_duration',
  'avg_number_of_user_events',
  'avg_number_of_transactions_per_user_point',
  'avg_transaction_amount',
  'avg_revenue_per_user_point',
];

const anyExpression = fc.oneof(
  fc.constantFrom(
    ...types,
    ...channels.filter((id) => id !== null),
    ...texts,
    ...eventTypes,
    ...segments,
    ...amounts,
    'VISIT',
    'site',
    'οδος',
    'istan',
    '2026-11-20',
    '11-2',
    'T0',
    '30.0',
    '3e1',
    '012',
    ' 30',
    '0x1e',
    'false',
    '.5',
  ),
  fc.constantFrom<string | number | boolean>(7, 8298, 1000, 30, 12.5, -3, 1e-6, true, false, now),
  fc.string({ maxLength: 3, unit: 'grapheme' }).filter((text) => !text.includes('\0')),
);

export const anyFilter = fc.record({
  dimension_name: fc.constantFrom(...dimensionNames),
  not: fc.option(fc.boolean()),
  operator: fc.constantFrom('EXACT', 'LIKE', 'IN_LIST'),
  expressions: fc.array(anyExpression, { minLength: 1, maxLength: 4 }),
});

const starts = [
  'now-2M/w',
  '2026-10-25T02:30',
  '2026-10-03',
  '2026-11-01T01',
  'now-3d',
  'now-1d/d',
  '2026-11-20',
  '2026-11-20T05:30:10',
  'now/d',
  'now-2d-7H',
];
const ends = ['now', 'now/d', '2026-11-22', '2026-11-21T12:00', '2026-11-21T11', '2026-11-21T11:30:00.500+00:30'];

const anyGroup = fc.record({
  not: fc.constantFrom(true, false, null),
  operator: fc.constantFrom('AND' as const, 'OR' as const, null),
  filters: fc.array(anyFilter, { minLength: 1, maxLength: 2 }),
});

export const anyRequest = fc
  .record({
    dimensions: fc.shuffledSubarray(dimensionNames, { maxLength: 4 }),
    metrics: fc.shuffledSubarray(metricNames, { maxLength: 4 }),
    start_date: fc.constantFrom(...starts),
    end_date: fc.constantFrom(...ends),
    filters: fc.option(
      fc.record({
        operator: fc.constantFrom('OR', 'AND', null),
        filters: fc.array(fc.oneof(anyFilter, anyGroup), { minLength: 1, maxLength: 3 }),
      }),
    ),
    time_zone: fc.option(fc.constantFrom(...zones)),
    order: fc.option(fc.tuple(fc.constantFrom('', '-'), fc.nat())),
  })
  .filter(({ dimensions, metrics }) => dimensions.length + metrics.length > 0)
  .map(({ dimensions, metrics, start_date, end_date, filters, time_zone, order }) => {
    const columns = [...dimensions, ...metrics];
    return ReportRequest.parse({
      dimensions: dimensions.map((name) => ({ name })),
      metrics: metrics.map((expression) => ({ expression })),
      date_ranges: [{ start_date, end_date }],
      dimension_filter_clauses: filters,
      time_zone,
      order_by: order && { field_name: `${order[0]}${columns[order[1] % columns.length]}` },
    });
  })
  .filter((request) => isInOrder(request));

/** The bounds are of the same instants in no two zones. */
function isInOrder({ date_ranges: [range], time_zone }: ReportRequest): boolean {
  const zone = new ReportZone(time_zone ?? 'UTC');
  const [from, to] = [range.start_date, range.end_date].map((text) => parseDate(text, now, zone));
  return from !== undefined && to !== undefined && from.ts <= to.last;
}
