import type { EventBits, EventMasks, SqlDialect } from '../facts/sql-dialect.js';
import { aggregateNames, countsUsers, groupColumns, metricsOfGroups, usersOnly } from './activity-metrics.js';
import type { Columns } from './cube.js';
import { groupRows } from './group-rows.js';

/** The relations that a report by dimensions of many values reads. */
interface ManySource {
  /** The relation of the facts that meet the conditions of the report. */
  facts: string;
  /** The parameter of the datamart, as SQL. */
  datamart: string;
  /** The relation of the current `survivor_id`, `segment_id`, each pair once. */
  segments: () => string;
}

const eventType = 'event_type';
const segmentId = 'segment_id';

/**
 * Groups facts by event types or segments. A table of all (value, user) would take most of the time, so users are counted
 * before they are multiplied: those of event types by masks, those of segments from one row a user.
 */
export function groupMany(sql: SqlDialect, source: ManySource, columns: Columns): string {
  const own = columns.dimensions.filter(({ many }) => !many);
  const named = own.map((column) => `${column.sql} as ${column.alias}`);
  const byEvent = columns.dimensions.some((column) => column.sql === eventType);
  const bySegment = columns.dimensions.some((column) => column.sql === segmentId);
  const expanded = byEvent ? sql.expand(source.facts, 'event_types', eventType) : source.facts;
  if (bySegment) {
    const keys = [...named, ...(byEvent ? [eventType] : []), 'user_point_id'];
    const people = `(${grouped(keys, groupColumns('1'), expanded)}) people`;
    // ClickHouse keeps the right side in memory: people are fewer than their memberships.
    const members = `${source.segments()} members right join ${people} on survivor_id = user_point_id`;
    return groupRows(members, ofGroups(sql, columns));
  }
  const withUsers = columns.metrics.some(countsUsers);
  if (sql.eventBits && own.length === 0 && withUsers)
    return groupRows(groupsOfBits(sql.eventBits, source), ofGroups(sql, columns));
  if (!sql.eventMasks) return groupRows(expanded, columns);
  const aliases = own.map(({ alias }) => alias);
  const groups = groupsOfEvents(sql, sql.eventMasks, source, { named, aliases }, withUsers);
  return groupRows(groups, ofGroups(sql, columns));
}

/** The columns over groups whose own dimensions are named by their aliases. */
function ofGroups(sql: SqlDialect, { dimensions, metrics }: Columns): Columns {
  const over = metricsOfGroups(sql);
  return {
    dimensions: dimensions.map((column) => (column.many ? column : { ...column, sql: column.alias })),
    metrics: metrics.map((column) => ({ ...column, ...over.get(column.name) })),
  };
}

/** The own dimensions of the facts, to be read from facts and from groups of them. */
interface Own {
  named: string[];
  aliases: string[];
}

const aggregates = aggregateNames.join(', ');

/** The relation of groups by own dimensions and event type. No user counts twice for one of them. */
function groupsOfEvents(
  sql: SqlDialect,
  { mask, codes }: EventMasks,
  source: ManySource,
  { named, aliases }: Own,
  withUsers: boolean,
): string {
  const names = codes(source.datamart);
  const masked = `${source.facts} where ${mask} is not null`;
  const others = sql.expand(`(select * from ${source.facts} where ${mask} is null)`, 'event_types', eventType);
  const unmasked = `(
    select * from (select * replace (coalesce(event_type, '') as event_type) from ${others})
    left join ${names} on name = event_type
  ) unmasked`;
  const masks = `(
    select ${[...named, 'user_point_id', `${mask} as mask`].join(', ')} from ${masked}
    union all
    select ${[...named, 'user_point_id', '1::bigint << bit'].join(', ')} from ${unmasked} where bit is not null
  ) masks`;
  const people = `(${grouped([...aliases, 'user_point_id'], 'bit_or(mask) as mask', masks)}) people`;
  const counted = [
    grouped([...named, `${mask} as mask`], groupColumns('0'), masked),
    ...(withUsers ? [grouped([...aliases, 'mask'], usersOnly('count(*)'), people)] : []),
  ];
  const uncoded = groupColumns('count(distinct user_point_id) filter (where bit is null)');
  return `(
    select ${[...aliases, `nullif(name, '') as event_type`, aggregates].join(', ')} from (${counted.join(' union all ')}) counted
    join ${names} on (mask & (1::bigint << bit)) <> 0
    union all ${grouped([...named, `nullif(event_type, '')`], uncoded, unmasked)}
  ) groups`;
}

/**
 * The relation of groups by event type, where masks are made in the query. One pass over the facts makes both kinds of sets:
 * those of a user, and those of a mask. Beside other dimensions, sets of users would cost more than they save.
 */
function groupsOfBits({ mask, expandMask, expandOthers }: EventBits, { facts, datamart }: ManySource): string {
  const masked = `(select *, ${mask(datamart)} as fact_mask from ${facts}) facts`;
  const sets = `(
    select fact_mask, bit_or(fact_mask) as user_mask, grouping(fact_mask) as of_user, ${groupColumns('0')}
    from ${masked} group by grouping sets ((fact_mask), (user_point_id))
  ) sets`;
  const counts = aggregateNames.map(
    (name) => `${name === 'users' ? 'sum(of_user)' : `sum(${name}) filter (where of_user = 0)`} as ${name}`,
  );
  const groups = `(
    select case when of_user = 1 then user_mask else fact_mask end as mask, ${counts.join(', ')} from ${sets} group by mask
  ) groups`;
  const uncoded = groupColumns('count(distinct user_point_id)');
  return `(
    select event_type, ${aggregates} from ${expandMask(groups, datamart)}
    union all ${grouped(['event_type'], uncoded, expandOthers(facts, datamart))}
  ) groups`;
}

const grouped = (keys: string[], columns: string, from: string) =>
  `select ${keys.join(', ')}, ${columns} from ${from} group by ${keys.map((_, index) => index + 1).join(', ')}`;
