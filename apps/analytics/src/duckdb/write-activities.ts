import { BIGINT, BOOLEAN, LIST, VARCHAR, listValue, type DuckDBConnection } from '@duckdb/node-api';
import type { ActivitiesStored, StoredActivity } from '@tributary/contracts/tracking/activity';
import { factsOfKind, type FactKind } from '@tributary/contracts/tracking/activity-facts';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { isReportable } from '../facts/reportable-days.js';
import { countable, storableAmount } from '../facts/storable-numbers.js';
import type { EventCodes } from './event-codes.js';
import { stage, type StagedColumn, type StagedColumns } from './staging.js';

interface Row {
  datamart_id: bigint;
  activity: StoredActivity;
  event_mask: bigint | null;
}

/** A column that is absent from most activities. */
interface OptionalColumn extends StagedColumn<Row> {
  isPresent: (activity: StoredActivity) => boolean;
  /** SQL of the value of an activity without it. */
  default: string;
}

type Names<Kind extends FactKind> = ReturnType<typeof factsOfKind<Kind>>[number];

/** An empty text is no value. */
const text = (name: Names<'text'> | 'channel_id'): OptionalColumn => ({
  type: VARCHAR,
  default: 'null',
  isPresent: (activity) => Boolean(activity[name]),
  of: ({ activity }) => activity[name] || null,
});
const count = (name: Names<'count'>): OptionalColumn => ({
  type: BIGINT,
  default: '0',
  isPresent: (activity) => Boolean(activity[name]),
  of: ({ activity }) => countable(activity[name]),
});
const flag = (name: Names<'flag'>): OptionalColumn => ({
  type: BOOLEAN,
  default: 'false',
  isPresent: (activity) => activity[name] === true,
  of: ({ activity }) => activity[name] ?? false,
});
const list = (name: Names<'list'>): OptionalColumn => ({
  type: LIST(VARCHAR),
  default: '[]',
  isPresent: (activity) => Boolean(activity[name]?.length),
  of: ({ activity }) => listValue(valuesOf(activity[name])),
});
const valuesOf = (list: string[] = []) => [...new Set(list)].filter((value) => value !== '');
const decimal = (name: Names<'decimal'>): OptionalColumn => ({
  type: VARCHAR,
  default: 'null',
  isPresent: (activity) => activity[name] !== undefined,
  of: ({ activity }) => storableAmount(activity[name]),
});

const columnByKind: { [Kind in FactKind]: (name: Names<Kind>) => OptionalColumn } = {
  text,
  count,
  flag,
  list,
  decimal,
};
const columnsOfKind = <Kind extends FactKind>(kind: Kind): [string, OptionalColumn][] =>
  factsOfKind(kind).map((name) => [name, columnByKind[kind](name)]);

/** By their names in the table. */
const optionalColumns: Record<string, OptionalColumn> = {
  channel_id: text('channel_id'),
  ...Object.fromEntries((Object.keys(columnByKind) as FactKind[]).flatMap((kind) => columnsOfKind(kind))),
  event_mask: {
    type: BIGINT,
    default: '1',
    isPresent: ({ event_types = [] }) => event_types.length > 0,
    of: ({ event_mask }) => event_mask,
  },
};

/** Ids are staged as text: DuckDB parses them in a fraction of the time that this thread would need. */
const requiredColumns: StagedColumns<Row> = {
  datamart_id: { type: BIGINT, of: ({ datamart_id }) => datamart_id },
  ts: { type: BIGINT, of: ({ activity }) => BigInt(activity.ts) },
  activity_id: { type: VARCHAR, of: ({ activity }) => activity.activity_id },
  user_point_id: { type: VARCHAR, of: ({ activity }) => activity.user_point_id },
  type: { type: VARCHAR, of: ({ activity }) => activity.type },
};

/**
 * Inserts the activities that are not stored yet. Each gets the final survivor of its user point's merges. Activities
 * of erased people are left out, and those before `firstDay` (days since 1970), which no report includes.
 */
export async function writeActivities(
  connection: DuckDBConnection,
  messages: ActivitiesStored[],
  firstDay: number,
  eventCodes: EventCodes,
): Promise<void> {
  const rows = distinct(messages.flatMap((message) => toRows(message, firstDay * dayMs, eventCodes)));
  if (rows.length === 0) return;
  await eventCodes.write(connection);
  // An empty column costs this thread and DuckDB as much as a full one, so columns that no activity has are not staged.
  const staged = Object.entries(optionalColumns).filter(([, { isPresent }]) =>
    rows.some(({ activity }) => isPresent(activity)),
  );
  await stage(connection, 'incoming_facts', { ...requiredColumns, ...Object.fromEntries(staged) }, rows);
  const times = rows.map(({ activity }) => activity.ts);
  const first = times.reduce((a, b) => Math.min(a, b));
  const last = times.reduce((a, b) => Math.max(a, b));
  await connection.run(insertNew(new Set(staged.map(([name]) => name)), BigInt(first), BigInt(last)));
  await connection.run('drop table incoming_facts');
}

const toRows = ({ datamart_id, activities }: ActivitiesStored, firstTs: number, codes: EventCodes): Row[] => {
  const id = BigInt(datamart_id);
  return activities
    .filter(({ ts }) => isReportable(ts, firstTs))
    .map((activity) => ({ datamart_id: id, activity, event_mask: codes.maskOf(id, valuesOf(activity.event_types)) }));
};

const distinct = (rows: Row[]) => [
  ...new Map(rows.map((row) => [`${row.datamart_id}/${row.activity.activity_id.toLowerCase()}`, row])).values(),
];

// Constant bounds on ts let DuckDB skip row groups (zone maps); with parameters it would plan the statement twice. With equal ts, as in an imported file without times, it
// skips by activity_id, which works only for sequential ids. Planning `not exists` takes twice as long as anti joins, and
// is most of the cost of a small batch.
const insertNew = (staged: ReadonlySet<string>, first: bigint, last: bigint) => `
  insert into facts (datamart_id, day, ts, activity_id, user_point_id, type, ${Object.keys(optionalColumns).join(', ')})
  select i.datamart_id, date '1970-01-01' + (i.ts // ${dayMs})::integer, i.ts, i.activity_id,
    coalesce(m.survivor_id, i.user_point_id), i.type,
    ${Object.entries(optionalColumns)
      .map(([name, column]) => (staged.has(name) ? `i.${name}` : column.default))
      .join(', ')}
  from (
    select * replace (activity_id::uuid as activity_id, user_point_id::uuid as user_point_id) from incoming_facts
  ) i
  left join merged_user_points m on m.datamart_id = i.datamart_id and m.merged_id = i.user_point_id
  anti join erased_user_points e
    on e.datamart_id = i.datamart_id and e.user_point_id = coalesce(m.survivor_id, i.user_point_id)
  anti join (select datamart_id, activity_id from facts where ts between ${first} and ${last}) f
    on f.datamart_id = i.datamart_id and f.activity_id = i.activity_id`;
