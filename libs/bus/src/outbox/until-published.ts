import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '@tributary/database/transaction';
import type { DataSource } from 'typeorm';

const firstPauseMs = 4;
const maxPauseMs = 100;

/**
 * Resolves when none of these messages is in the outbox any more: some relay has published them. Also resolves after
 * `timeoutMs`, because the messages are committed and will be published. A response can thus wait for the effect of
 * a change, and never fails for lack of it. @returns whether they are known to be published
 */
export async function untilPublished(
  dataSource: DataSource,
  messageIds: string[],
  timeoutMs = 2_000,
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  let pauseMs = firstPauseMs;
  while (Date.now() < deadline) {
    if (!(await areUnpublished(dataSource, messageIds))) return true;
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
  }
  return false;
}

async function areUnpublished(dataSource: DataSource, messageIds: string[]): Promise<boolean> {
  if (messageIds.length === 0) return false;
  try {
    const unpublished = 'select from outbox where message_id = any($1) limit 1';
    return (await query(dataSource, unpublished, [messageIds])).rowCount !== 0;
  } catch {
    // Unknown while the database fails. The change is committed, so keep waiting.
    return true;
  }
}
