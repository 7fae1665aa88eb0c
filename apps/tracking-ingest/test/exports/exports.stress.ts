import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

/** The answer has about 85 MiB. */
const members = 300_000;
const segment = { datamart_id: '7', segment_id: '5' };
const maxHeapMb = 48;

let database: TrackingDatabase;
beforeAll(async () => {
  database = await startTrackingDatabase();
  const id = `('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`;
  const all = `from generate_series(1, ${members}) i`;
  await database.dataSource.query(`
    set statement_timeout = 0;
    insert into user_points select 7, ${id}, 1 ${all};
    insert into user_identifiers select 7, 'USER_AGENT', '', 'web:1:' || md5(i::text), ${id}, 1, md5(i::text)::uuid ${all};
    insert into user_identifiers select 7, 'USER_ACCOUNT', 'c', 'u-' || i, ${id}, 1, md5('a' || i)::uuid ${all};
    insert into user_segments select 7, ${id}, '5', '{"level":3}', 1, 1, null, 1, 1 ${all};
    reset statement_timeout`);
});
afterAll(() => database.stop());

/** Exports in a thread with this heap. Rejects if it does not suffice. */
async function exportMembers(keepsAll: boolean): Promise<unknown[]> {
  const thread = new Worker(new URL('export-members.mjs', import.meta.url), {
    workerData: { url: database.postgres.url, segment, keepsAll },
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 8 },
  });
  return once(thread, 'exit');
}

describe('a heap of 48 MiB', () => {
  it('suffices for the members of a segment of any size', async () => {
    expect(await exportMembers(false)).toEqual([0]);
  });

  it('(control) does not suffice to keep all of their answer', async () => {
    await expect(exportMembers(true)).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
  });
});
