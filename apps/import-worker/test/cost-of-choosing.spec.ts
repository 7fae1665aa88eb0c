import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource } from '@tributary/database/data-source';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import type { DataSource } from 'typeorm';
import { importDatabase } from '../src/database.js';
import { FinishRepository } from '../src/finishing/finish.repository.js';
import { ScheduleRepository } from '../src/scheduling/schedule.repository.js';

let postgres: Awaited<ReturnType<typeof startMigratedPostgres>>;
/** One connection, so that it can report its own reads at once. */
let alone: DataSource;
async function open(): Promise<void> {
  postgres = await startMigratedPostgres(importDatabase);
  alone = await createDataSource({ ...importDatabase, url: postgres.url, poolSize: 1 }).initialize();
}
async function close(): Promise<void> {
  await alone.destroy();
  await postgres.stop();
}

/** Executions of one datamart that wait, each with two chunks. */
async function addWaiting(count: number): Promise<void> {
  await alone.query(
    `with new as (
        insert into document_imports (datamart_id, document_type, mime_type, encoding, name, priority)
        values (1, 'USER_SEGMENT', 'APPLICATION_X_NDJSON', 'utf-8', 'x', 'HIGH') returning id
      ), waiting as (
        insert into executions (datamart_id, document_import_id, organisation_id, creation_date, document_type, mime_type,
          encoding, priority, input_key, input_file_name, input_sha256, number_of_lines, num_tasks)
        select 1, new.id, 1, 1, 'USER_SEGMENT', 'APPLICATION_X_NDJSON', 'utf-8', 'HIGH', 'x', 'x', 'x', 2, 2
        from new, generate_series(1, $1) returning id
      )
      insert into chunks (execution_id, chunk, first_line, byte_start, byte_end, records, is_oversized)
      select id, chunk, 1, 0, 1, 1, false from waiting, generate_series(0, 1) as chunk`,
    [count],
  );
}

/** The rows and index entries of executions and their chunks that it reads. */
async function readsOf(work: () => Promise<unknown>): Promise<number> {
  const reads = async () => {
    await alone.query('select pg_stat_force_next_flush()');
    const [{ read }] = await alone.query<[{ read: number }]>(
      `select (
          select sum(seq_tup_read) from pg_stat_user_tables where relname in ('executions', 'chunks')
        )::int + (
          select sum(idx_tup_read) from pg_stat_user_indexes where relname in ('executions', 'chunks')
        )::int as read`,
    );
    return read;
  };
  const before = await reads();
  await work();
  return (await reads()) - before;
}

describe.each([
  ['before their tables are analyzed', () => Promise.resolve()],
  ['after that', () => alone.query('analyze')],
])('however many executions and chunks wait, %s', (_case, prepare) => {
  const waiting = 20_000;
  let now = 1;
  const choose = () =>
    new ScheduleRepository(alone).take({ capacity: { total: 8, perExecution: 3 }, resendMs: 1e9, now: now++ });
  beforeAll(async () => {
    await open();
    await addWaiting(waiting);
    await prepare();
  });
  afterAll(close);

  it('a choice reads a few of them', async () => {
    expect(await readsOf(async () => expect(await choose()).toHaveLength(8))).toBeLessThan(1_000);
    // The capacity is taken.
    expect(await readsOf(async () => expect(await choose()).toEqual([]))).toBeLessThan(1_000);
  });

  it('so does the search for those that have ended', async () => {
    const find = () => new FinishRepository(alone).take(1_000, []);
    expect(await readsOf(find)).toBeLessThan(1_000);
  });

  it('the same count sees a query that reads all; the control', async () => {
    const readAll = `select id from executions where status = 'PENDING'`;
    expect(await readsOf(() => alone.query(readAll))).toBeGreaterThan(waiting - 100);
  });
});
