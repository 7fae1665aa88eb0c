import type pg from 'pg';
import { describeIdentifier, readIdentifiers } from '../identity/read-identifiers.js';
import { isDead } from '../segments/membership-rows.js';
import type { SegmentReference } from '../segments/count-points.js';
import { rowsOf } from '../rows-of.js';
import type { Send } from './snapshot-streams.js';

/** Members that are read at once. Their small data bags come with them, larger ones one by one. */
const membersAtOnce = 1_000;
const smallBagChars = 1_024;

interface MemberRow {
  user_point_id: string;
  expiration_ts: string | null;
  /** JSON text, null without one or if it is large. */
  data_bag: string | null;
  has_large_bag: boolean;
}

/** Sends a line for each member of the segment, and their number in the last one. */
export async function writeMembers(
  client: pg.ClientBase,
  { datamart_id, segment_id }: SegmentReference,
  now: number,
  send: Send,
): Promise<void> {
  let count = 0;
  const members = rowsOf<MemberRow>(client, 'members', {
    text: `select s.user_point_id, s.expiration_ts,
        case when length(s.data_bag::text) <= ${smallBagChars} then s.data_bag::text end as data_bag,
        coalesce(length(s.data_bag::text) > ${smallBagChars}, false) as has_large_bag
      from user_segments s where s.datamart_id = $1 and s.segment_id = $2
        and (s.expiration_ts is null or s.expiration_ts > $3) and (${isDead}) is not true`,
    values: [datamart_id, segment_id, now],
    atOnce: membersAtOnce,
  });
  for await (const rows of members) {
    const points = rows.map(({ user_point_id }) => user_point_id);
    const identifiers = Map.groupBy(await readIdentifiers(client, datamart_id, points), (row) => row.user_point_id);
    let lines = '';
    for (const row of rows) {
      const own = (identifiers.get(row.user_point_id) ?? []).map(describeIdentifier);
      const data_bag = row.has_large_bag
        ? await readDataBag(client, [datamart_id, row.user_point_id, segment_id])
        : row.data_bag;
      const line = memberText({ ...row, data_bag }, JSON.stringify(own));
      if (!row.has_large_bag) lines += line;
      else {
        await send(lines + line);
        lines = '';
      }
    }
    if (lines !== '') await send(lines);
    count += rows.length;
  }
  await send(`${JSON.stringify({ end: true, count })}\n`);
}

const memberText = ({ user_point_id, expiration_ts, data_bag }: MemberRow, identifiers: string) =>
  `{"user_point_id":"${user_point_id}","identifiers":${identifiers}` +
  `${expiration_ts === null ? '' : `,"expiration_ts":${expiration_ts}`}` +
  `${data_bag === null ? '' : `,"data_bag":${onOneLine(data_bag)}`}}\n`;

/** JSON as it was sent may have line ends between its tokens. */
const onOneLine = (json: string) => json.replaceAll(/[\r\n]/g, ' ');

async function readDataBag(client: pg.ClientBase, key: [string, string, string]): Promise<string | null> {
  const { rows } = await client.query<{ data_bag: string }>(
    'select data_bag::text from user_segments where (datamart_id, user_point_id, segment_id) = ($1, $2::uuid, $3)',
    key,
  );
  return rows[0]?.data_bag ?? null;
}
