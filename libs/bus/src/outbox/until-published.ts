import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '@tributary/database/transaction';
import type { DataSource } from 'typeorm';
import type { AnyTopic } from '../messages/consume.js';

const firstPauseMs = 4;
const maxPauseMs = 100;
const defaultTimeoutMs = 2_000;

/**
 * Resolves when none of these messages is in the outbox any more: some relay has published them. Also resolves after
 * `timeoutMs`, because the messages are committed and will be published. A response can thus wait for the effect of
 * a change. @returns whether they are known to be published
 */
export async function untilPublished(
  dataSource: DataSource,
  messageIds: string[],
  timeoutMs = defaultTimeoutMs,
): Promise<boolean> {
  if (messageIds.length === 0) return true;
  return untilNone(dataSource, ['message_id = any($1)', messageIds], timeoutMs);
}

/** The same for all messages of these topics that are in the outbox now. False also while the database fails. */
export async function untilTopicsPublished(dataSource: DataSource, topics: AnyTopic[]): Promise<boolean> {
  const names = topics.map(({ name }) => name);
  const select = 'select max(id) as id from outbox where topic = any($1)';
  const newest = await query<{ id: string | null }>(dataSource, select, [names]).catch(() => undefined);
  if (!newest) return false;
  const [{ id } = { id: null }] = newest.rows;
  return id === null || untilNone(dataSource, ['topic = any($1) and id <= $2', names, id], defaultTimeoutMs);
}

async function untilNone(
  dataSource: DataSource,
  [condition, ...values]: [string, ...unknown[]],
  timeoutMs: number,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  let pauseMs = firstPauseMs;
  while (performance.now() < deadline) {
    // Unknown while the database fails. The change is committed, so keep waiting.
    const found = await query(dataSource, `select from outbox where ${condition} limit 1`, values).catch(
      () => undefined,
    );
    if (found?.rowCount === 0) return true;
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
  }
  return false;
}
