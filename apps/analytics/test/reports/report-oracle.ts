import type { StoredActivity } from '@tributary/contracts/tracking/activity';
import type {
  DimensionFilter,
  FilterClause,
  FilterGroup,
  ReportRequest,
  ReportValue,
} from '@tributary/contracts/analytics/report';
import type { SegmentChanged } from '@tributary/contracts/tracking/user-point';

/** Everything that was published about one datamart. */
export interface History {
  activities: StoredActivity[];
  /** Pairs of [merged, survivor]. */
  merges: [string, string][];
  erased: string[];
  changes: SegmentChanged['changes'];
}

interface Fact extends StoredActivity {
  person: string;
  segments: string[];
}

/** A second, naive implementation of the cube's definitions, to compare the store's results with. */
export function evaluate(
  history: History,
  request: ReportRequest,
  period: { from: number; to: number },
  now: number,
): ReportValue[][] {
  const zone = request.time_zone ?? 'UTC';
  const dimensions = (request.dimensions ?? []).map(({ name }) => name);
  const metrics = (request.metrics ?? []).map(({ expression }) => expression);
  const groups = new Map<string, Fact[]>();
  if (dimensions.length === 0) groups.set('[]', []);
  for (const fact of factsOf(history, now)) {
    if (fact.ts < period.from || fact.ts > period.to || !passes(fact, request)) continue;
    for (const combination of product(dimensions.map((name) => valuesOrNull(fact, name, zone)))) {
      const key = JSON.stringify(combination);
      groups.set(key, [...(groups.get(key) ?? []), fact]);
    }
  }
  const rows = [...groups].map(([key, members]) => [
    ...(JSON.parse(key) as ReportValue[]),
    ...metrics.map((name) => measure(members, name)),
  ]);
  const visible = metrics.length === 0 && dimensions.length === 0 ? [] : rows;
  return sorted(visible, [...dimensions, ...metrics], dimensions.length, request.order_by?.field_name).slice(0, 100);
}

function factsOf({ activities, merges, erased, changes }: History, now: number): Fact[] {
  const clusterOf = (id: string): Set<string> => {
    const ids = new Set([id]);
    for (let before = 0; before < ids.size;) {
      before = ids.size;
      for (const pair of merges) if (pair.some((one) => ids.has(one))) pair.forEach((one) => ids.add(one));
    }
    return ids;
  };
  const distinct = [...new Map(activities.map((activity) => [activity.activity_id, activity])).values()];
  return distinct.flatMap((activity) => {
    const ids = clusterOf(activity.user_point_id);
    if (erased.some((id) => ids.has(id))) return [];
    const current = newest(changes.filter(({ user_point_id }) => ids.has(user_point_id)));
    const held = current.filter(({ is_member, expiration_ts }) => is_member && (expiration_ts ?? Infinity) > now);
    return [
      { ...activity, person: [...ids].sort().join(), segments: [...new Set(held.map(({ segment_id }) => segment_id))] },
    ];
  });
}

const newest = (changes: History['changes']) =>
  changes.filter(({ user_point_id, segment_id, version }) =>
    changes.every(
      (other) => other.user_point_id !== user_point_id || other.segment_id !== segment_id || other.version <= version,
    ),
  );

const product = (lists: ReportValue[][]): ReportValue[][] =>
  lists.reduce<ReportValue[][]>((made, list) => made.flatMap((start) => list.map((value) => [...start, value])), [[]]);

/** As `2026-11-21T11:26`, in a time zone. */
function localText(ts: number, timeZone: string): string {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);
  return format.format(ts).replace(' ', 'T');
}
const formats = new Map<string, Intl.DateTimeFormat>();
const asId = (id: string) => (/^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id);

function valuesOrNull(fact: Fact, dimension: string, zone: string): ReportValue[] {
  const values = valuesOf(fact, dimension, zone);
  return values.length > 0 ? values : [null];
}

function valuesOf(fact: Fact, dimension: string, zone: string): ReportValue[] {
  if (dimension === 'event_type') return [...new Set(fact.event_types ?? [])];
  if (dimension === 'segment_id') return fact.segments.map(asId);
  const value = valueOf(fact, dimension, zone);
  return value === null || value === undefined || value === '' ? [] : [value];
}

function valueOf(fact: Fact, dimension: string, zone: string): ReportValue | undefined {
  switch (dimension) {
    case 'date_time':
      return fact.ts;
    case 'date_yyyymmdd':
      return localText(fact.ts, zone).slice(0, 10).replaceAll('-', '');
    case 'date_yyyymmddhh':
      return localText(fact.ts, zone).slice(0, 13).replaceAll(/[-T]/g, '');
    case 'date_yyyy_mm_dd':
      return localText(fact.ts, zone).slice(0, 10);
    case 'date_yyyy_mm_dd_hh':
      return localText(fact.ts, zone).slice(0, 13);
    case 'date_yyyy_mm_dd_hh_mm':
      return localText(fact.ts, zone).slice(0, 16);
    case 'channel_id':
      return fact.channel_id && asId(fact.channel_id);
    case 'session_duration':
    case 'number_of_user_events':
    case 'number_of_confirmed_transactions':
      return fact[dimension] ?? 0;
    case 'has_conversion':
    case 'has_bounced':
    case 'is_bot':
      return fact[dimension] ?? false;
    case 'transaction_amount':
      return fact.transaction_amount === undefined ? null : Number(fact.transaction_amount);
    default:
      return fact[dimension as 'type'];
  }
}

const isVisit = ({ type }: Fact) => ['SITE_VISIT', 'APP_VISIT', 'CTV_VISIT'].includes(type);
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const ratio = (dividend: number, divisor: number) => (divisor === 0 ? 0 : dividend / divisor);

function revenueOf(members: Fact[]): number {
  const micros = members.map(({ transaction_amount = '0' }) => {
    const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(transaction_amount) ?? [];
    return BigInt(`${whole}${fraction.padEnd(6, '0')}`) * (sign ? -1n : 1n);
  });
  const total = micros.reduce((sum, one) => sum + one, 0n);
  const digits = String(total < 0n ? -total : total).padStart(7, '0');
  return Number(`${total < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`);
}

function measure(members: Fact[], metric: string): number {
  const visits = members.filter(isVisit);
  const users = new Set(members.map(({ person }) => person)).size;
  const transactions = sum(members.map(({ number_of_confirmed_transactions = 0 }) => number_of_confirmed_transactions));
  const converted = visits.filter(({ number_of_confirmed_transactions = 0 }) => number_of_confirmed_transactions >= 1);
  const values: Record<string, () => number> = {
    users: () => users,
    sessions: () => visits.length,
    number_of_transactions: () => transactions,
    revenue: () => revenueOf(members),
    conversion_rate: () => ratio(100 * converted.length, visits.length),
    avg_session_duration: () => ratio(sum(visits.map(({ session_duration = 0 }) => session_duration)), visits.length),
    avg_number_of_user_events: () =>
      ratio(sum(visits.map(({ number_of_user_events = 0 }) => number_of_user_events)), visits.length),
    avg_number_of_transactions_per_user_point: () => ratio(transactions, users),
    avg_transaction_amount: () => ratio(revenueOf(members), transactions),
    avg_revenue_per_user_point: () => ratio(revenueOf(members), users),
  };
  return values[metric]?.() ?? NaN;
}

function passes(fact: Fact, { dimension_filter_clauses: clause, time_zone }: ReportRequest): boolean {
  return !clause || holds(fact, clause, time_zone ?? 'UTC');
}

function holds(fact: Fact, { operator, filters }: FilterClause | FilterGroup, zone: string): boolean {
  const results = filters.map((filter) =>
    'filters' in filter
      ? holds(fact, filter, zone) !== (filter.not ?? false)
      : valuesOf(fact, filter.dimension_name, zone).some((value) => matches(value, filter)) !== (filter.not ?? false),
  );
  return operator === 'AND' ? results.every(Boolean) : results.some(Boolean);
}

function matches(value: ReportValue, { dimension_name, operator, expressions }: DimensionFilter): boolean {
  const candidates = operator === 'IN_LIST' ? expressions : expressions.slice(0, 1);
  if (operator === 'LIKE') return lower(String(value)).includes(lower(String(candidates[0])));
  return candidates.some((candidate) => {
    // Ids are compared as text: the channel "007" is not the channel 7.
    if (typeof value === 'string' || dimension_name === 'channel_id' || dimension_name === 'segment_id')
      return String(candidate) === String(value);
    if (typeof value === 'boolean') return String(candidate) === String(value);
    return (
      typeof candidate !== 'boolean' && /^-?\d+(\.\d+)?(e\d+)?$/i.test(String(candidate)) && Number(candidate) === value
    );
  });
}

/** Unicode's simple mapping, which maps one code point to one code point. */
const lower = (text: string) => [...text].map((char) => [...char.toLowerCase()][0]).join('');

function sorted(rows: ReportValue[][], columns: string[], dimensionCount: number, field = ''): ReportValue[][] {
  const named = columns.indexOf(field.replace(/^-/, ''));
  return rows.sort((a, b) => {
    const byField = named < 0 ? 0 : compare(a[named] ?? null, b[named] ?? null, field.startsWith('-') ? -1 : 1);
    const differing = [...a.keys()]
      .slice(0, dimensionCount)
      .map((index) => compare(a[index] ?? null, b[index] ?? null, 1));
    return byField || (differing.find((result) => result !== 0) ?? 0);
  });
}

function compare(a: ReportValue, b: ReportValue, direction: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a !== typeof b) return direction * (typeof a === 'number' ? -1 : 1);
  if (typeof a === 'string') return direction * Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
  return direction * (Number(a) - Number(b));
}
