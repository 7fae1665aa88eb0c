import type { BundlePosition, Received } from '@tributary/bus/messages/message';
import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { notAhead } from '@tributary/database/sql-expressions';
import type pg from 'pg';

type Message = Received<ActivityToAnalyze>;

/**
 * The messages of a batch that were never taken before. A redelivered message has been counted: it must not be mistaken for
 * a resend by the client, which has a position of its own. Without positions every message is new (in process).
 */
export async function takePositions(client: pg.ClientBase, batch: Message[]): Promise<Message[]> {
  if (batch[0]?.bundlePosition === undefined) return batch;
  const partitions = [...Map.groupBy(batch, ({ bundlePosition }) => bundlePosition?.partition ?? 0)];
  const taken: Message[] = [];
  for (const [partition, own] of partitions.sort(([a], [b]) => a - b))
    taken.push(...(await takeOfPartition(client, partition, own)));
  return taken;
}

const isAhead = `
  (taken.newest_ts < $5 or (excluded.next_offset, excluded.next_part) > (taken.next_offset, taken.next_part))`;

/**
 * A recreated topic starts at offset 0 again: messages that are newer than all taken ones have not been taken. The clock of a
 * gateway that is far ahead must not keep all later ones from being taken. The runbook of a new broker truncates the table.
 */
async function takeOfPartition(client: pg.ClientBase, partition: number, batch: Message[]): Promise<Message[]> {
  const times = batch.map(({ value }) => value.received_ts);
  const { rows } = await client.query<{ next_offset: string | null; next_part: number | null }>({
    name: 'take-positions',
    text: `
      insert into taken_partitions as taken (partition, next_offset, next_part, newest_ts) values ($1, $2, $3, ${notAhead('$4')})
      on conflict (partition) do update set
        next_offset = case when ${isAhead} then excluded.next_offset else taken.next_offset end,
        next_part = case when ${isAhead} then excluded.next_part else taken.next_part end,
        newest_ts = greatest(taken.newest_ts, excluded.newest_ts)
      returning case when old.newest_ts >= $5 then old.next_offset end as next_offset, old.next_part`,
    values: [partition, ...endOf(batch.at(-1)?.bundlePosition), Math.max(...times), Math.min(...times)],
  });
  const [{ next_offset, next_part } = { next_offset: null, next_part: null }] = rows;
  if (next_offset === null) return batch;
  return batch.filter(({ bundlePosition }) => isBehind(bundlePosition, BigInt(next_offset), next_part ?? 0));
}

function endOf(position?: BundlePosition): [offset: bigint, part: number] {
  const { offset = 0n, part } = position ?? {};
  return part === undefined ? [offset + 1n, 0] : [offset, part + 1];
}

const isBehind = (position: BundlePosition | undefined, next_offset: bigint, next_part: number) =>
  position === undefined ||
  position.offset > next_offset ||
  (position.offset === next_offset && (position.part ?? 0) >= next_part);
