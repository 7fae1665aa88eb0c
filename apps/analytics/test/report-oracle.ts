import type { StoredActivity } from '@tributary/contracts/activity';
import type { DimensionFilter, ReportRequest, ReportValue } from '@tributary/contracts/report';

/** The definitions of the cube once more, as naively as can be: what the store's answers are compared with. */
export function evaluate(
  activities: StoredActivity[],
  request: ReportRequest,
  from: number,
  to: number,
): ReportValue[][] {
  const dimensions = (request.dimensions ?? []).map(({ name }) => name);
  const metrics = (request.metrics ?? []).map(({ expression }) => expression);
  const groups = new Map<string, StoredActivity[]>();
  if (dimensions.length === 0) groups.set('[]', []);
  for (const activity of activities) {
    if (activity.ts < from || activity.ts > to || !passes(activity, request)) continue;
    const key = JSON.stringify(dimensions.map((name) => valueOf(activity, name)));
    groups.set(key, [...(groups.get(key) ?? []), activity]);
  }
  const rows = [...groups].map(([key, members]) => [
    ...(JSON.parse(key) as ReportValue[]),
    ...metrics.map((name) => measure(members, name)),
  ]);
  return sorted(rows, [...dimensions, ...metrics], dimensions.length, request.order_by?.field_name).slice(0, 100);
}

function valueOf({ type, channel_id, ts }: StoredActivity, dimension: string): ReportValue {
  if (dimension === 'type') return type;
  if (dimension === 'date_yyyy_mm_dd') return new Date(ts).toISOString().slice(0, 10);
  if (channel_id === null || channel_id === '') return null;
  return /^(0|[1-9]\d{0,14})$/.test(channel_id) ? Number(channel_id) : channel_id;
}

function measure(members: StoredActivity[], metric: string): number {
  if (metric === 'users') return new Set(members.map(({ user_point_id }) => user_point_id)).size;
  return members.filter(({ type }) => ['SITE_VISIT', 'APP_VISIT', 'CTV_VISIT'].includes(type)).length;
}

function passes(activity: StoredActivity, { dimension_filter_clauses: clause }: ReportRequest): boolean {
  if (!clause) return true;
  const results = clause.filters.map(
    (filter) => matches(valueOf(activity, filter.dimension_name), filter) !== (filter.not ?? false),
  );
  return clause.operator === 'AND' ? results.every(Boolean) : results.some(Boolean);
}

function matches(value: ReportValue, { operator, expressions }: DimensionFilter): boolean {
  if (value === null) return false;
  const texts = expressions.map(String);
  if (operator === 'IN_LIST') return texts.includes(String(value));
  if (operator === 'EXACT') return texts[0] === String(value);
  return lower(String(value)).includes(lower(texts[0] ?? ''));
}

/** Unicode's simple mapping: one code point gives one code point. */
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
