import { BIGINT, BOOLEAN, LIST, VARCHAR, listValue, type DuckDBConnection } from '@duckdb/node-api';
import type { ActivitiesStored, StoredActivity } from '@tributary/contracts/activity';
import { dayMs } from '../facts/time-units.js';
import { countable, storableAmount } from './storable-numbers.js';
import { stage, type StagedColumn, type StagedColumns } from './staging.js';

interface Row {
  datamart_id: bigint;
  activity: StoredActivity;
}

type Field<T> = {
  [Name in keyof StoredActivity]-?: StoredActivity[Name] extends T ? Name : never;
}[keyof StoredActivity];

/** 9999-12-31T23:59:59.999Z: no report reaches a fact after it, and DuckDB's dates end somewhere beyond. */
const lastReportableTs = 253_402_300_799_999;

/** A column that most activities tell nothing of. */
interface ToldColumn extends StagedColumn<Row> {
  isTold: (activity: StoredActivity) => boolean;
  /** SQL of what it holds then. */
  untold: string;
}

/** An empty text is no value. */
const text = (name: Field<string | null | undefined>): ToldColumn => ({
  ...{ type: VARCHAR, untold: 'null' },
  isTold: (activity) => Boolean(activity[name]),
  of: ({ activity }) => activity[name] || null,
});
const count = (name: Field<number | undefined>): ToldColumn => ({
  ...{ type: BIGINT, untold: '0' },
  isTold: (activity) => Boolean(activity[name]),
  of: ({ activity }) => countable(activity[name]),
});
const flag = (name: Field<boolean | undefined>): ToldColumn => ({
  ...{ type: BOOLEAN, untold: 'false' },
  isTold: (activity) => activity[name] === true,
  of: ({ activity }) => activity[name] ?? false,
});

/** By the names of the table. */
const told: Record<string, ToldColumn> = {
  channel_id: text('channel_id'),
  session_duration: count('session_duration'),
  device_form_factor: text('device_form_factor'),
  device_browser_family: text('device_browser_family'),
  device_os_family: text('device_os_family'),
  device_brand: text('device_brand'),
  device_agent_type: text('device_agent_type'),
  origin_source: text('origin_source'),
  origin_channel: text('origin_channel'),
  origin_campaign_name: text('origin_campaign_name'),
  location_country: text('location_country'),
  location_region: text('location_region'),
  location_city: text('location_city'),
  location_zip_code: text('location_zip_code'),
  event_types: {
    ...{ type: LIST(VARCHAR), untold: '[]' },
    isTold: ({ event_types = [] }) => event_types.length > 0,
    of: ({ activity }) => listValue([...new Set(activity.event_types)].filter((name) => name !== '')),
  },
  has_conversion: flag('has_conversion'),
  has_bounced: flag('has_bounced'),
  number_of_user_events: count('number_of_user_events'),
  number_of_confirmed_transactions: count('number_of_confirmed_transactions'),
  transaction_amount: {
    ...{ type: VARCHAR, untold: 'null' },
    isTold: ({ transaction_amount }) => transaction_amount !== undefined,
    of: ({ activity }) => storableAmount(activity.transaction_amount),
  },
};

/** Ids as texts: DuckDB reads them in a fraction of the time that this thread would need. */
const always: StagedColumns<Row> = {
  datamart_id: { type: BIGINT, of: ({ datamart_id }) => datamart_id },
  ts: { type: BIGINT, of: ({ activity }) => BigInt(activity.ts) },
  activity_id: { type: VARCHAR, of: ({ activity }) => activity.activity_id },
  user_point_id: { type: VARCHAR, of: ({ activity }) => activity.user_point_id },
  type: { type: VARCHAR, of: ({ activity }) => activity.type },
};

/**
 * Adds the activities that are not there yet, each under the user point that remains of its merges and none of an
 * erased person. Those of days before `firstDay` (counted from 1970) are left out: no report reaches them.
 */
export async function writeActivities(
  connection: DuckDBConnection,
  messages: ActivitiesStored[],
  firstDay: number,
): Promise<void> {
  const rows = distinct(messages.flatMap((message) => toRows(message, firstDay * dayMs)));
  if (rows.length === 0) return;
  // What none of them tells need not be staged: each column costs this thread, and DuckDB, as much as one that is full.
  const staged = Object.entries(told).filter(([, { isTold }]) => rows.some(({ activity }) => isTold(activity)));
  await stage(connection, 'incoming_facts', { ...always, ...Object.fromEntries(staged) }, rows);
  const times = rows.map(({ activity }) => activity.ts);
  const ends = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
  await connection.run(insertNew(new Set(staged.map(([name]) => name))), ends.map(BigInt));
  await connection.run('drop table incoming_facts');
}

const toRows = ({ datamart_id, activities }: ActivitiesStored, firstTs: number): Row[] => {
  const id = BigInt(datamart_id);
  return activities
    .filter(({ ts }) => ts >= firstTs && ts <= lastReportableTs)
    .map((activity) => ({ datamart_id: id, activity }));
};

const distinct = (rows: Row[]) => [
  ...new Map(rows.map((row) => [`${row.datamart_id}/${row.activity.activity_id.toLowerCase()}`, row])).values(),
];

// An activity has one time: as constants, the first and the last let DuckDB skip what it holds of all others. Of the same time,
// as lines of a file without times are, it skips what has other ids, unless the batch's are random.
const insertNew = (staged: ReadonlySet<string>) => `
  insert into facts
  select i.datamart_id, date '1970-01-01' + (i.ts // ${dayMs})::integer, i.ts, i.activity_id,
    coalesce(m.survivor_id, i.user_point_id), i.type,
    ${Object.entries(told)
      .map(([name, { untold }]) => (staged.has(name) ? `i.${name}` : untold))
      .join(', ')}
  from (
    select * replace (activity_id::uuid as activity_id, user_point_id::uuid as user_point_id) from incoming_facts
  ) i
  left join merged_user_points m on m.datamart_id = i.datamart_id and m.merged_id = i.user_point_id
  where not exists (
    select 1 from erased_user_points e
    where e.datamart_id = i.datamart_id and e.user_point_id = coalesce(m.survivor_id, i.user_point_id)
  ) and not exists (
    select 1 from facts f
    where f.ts between $1 and $2 and f.datamart_id = i.datamart_id and f.activity_id = i.activity_id
  )`;
