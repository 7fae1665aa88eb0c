import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '@tributary/database/transaction';
import type { DataSource } from 'typeorm';

const firstPauseMs = 4;
const longestPauseMs = 100;

/**
 * Resolves once none of these messages waits in the outbox any more: the bus has them, whichever relay handed them over.
 * After `patienceMs` it resolves all the same: they are committed, and go out as soon as they can. So the answer to a
 * change may wait for its effect, and never fails for want of it.
 */
export async function untilPublished(dataSource: DataSource, messageIds: string[], patienceMs = 2_000): Promise<void> {
  const deadline = Date.now() + patienceMs;
  let pauseMs = firstPauseMs;
  while (Date.now() < deadline && (await areWaiting(dataSource, messageIds))) {
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

async function areWaiting(dataSource: DataSource, messageIds: string[]): Promise<boolean> {
  if (messageIds.length === 0) return false;
  try {
    const waiting = 'select from outbox where message_id = any($1) limit 1';
    return (await query(dataSource, waiting, [messageIds])).rowCount !== 0;
  } catch {
    // Nobody can tell: the change stands, and there is time left to wait for it.
    return true;
  }
}
