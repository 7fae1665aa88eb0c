import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource } from '@tributary/database/data-source';
import { eventually } from '@tributary/testing/eventually';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import type { DataSource } from 'typeorm';
import { DiskStore } from '../src/blobs/disk.store.js';
import { ChunksRepository } from '../src/chunks/chunks.repository.js';
import { importDatabase } from '../src/database.js';
import { FinishRepository } from '../src/finishing/finish.repository.js';
import { Finisher } from '../src/finishing/finisher.js';

/** Writes no file before `open`. */
class SlowStore extends DiskStore {
  open = () => {};
  private readonly gate = new Promise<void>((resolve) => (this.open = resolve));

  override async write(key: string, pieces: AsyncIterable<Buffer>): Promise<void> {
    await this.gate;
    await super.write(key, pieces);
  }
}

let postgres: Awaited<ReturnType<typeof startMigratedPostgres>>;
let dataSource: DataSource;
let store: SlowStore;
let finisher: Finisher;
beforeAll(async () => {
  postgres = await startMigratedPostgres(importDatabase);
  dataSource = await createDataSource({ ...importDatabase, url: postgres.url }).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await postgres.stop();
});
afterEach(async () => {
  store.open();
  await finisher.idle();
});

/** An execution whose chunks are all applied. */
async function addApplied(organisation_id: number, total_failure: number): Promise<string> {
  const [{ id }] = await dataSource.query<[{ id: string }]>(
    `with import as (
        insert into document_imports (datamart_id, document_type, mime_type, encoding, name, priority)
        values (1, 'USER_SEGMENT', 'APPLICATION_X_NDJSON', 'utf-8', 'x', 'HIGH') returning id
      )
      insert into executions (datamart_id, document_import_id, organisation_id, creation_date, document_type, mime_type,
        encoding, priority, input_key, input_file_name, input_sha256, number_of_lines, num_tasks, completed_tasks,
        total_failure, status)
      select 1, id, $1, 1, 'USER_SEGMENT', 'APPLICATION_X_NDJSON', 'utf-8', 'HIGH', 'x', 'x', 'x', 1, 1, 1, $2, 'RUNNING'
      from import returning id`,
    [organisation_id, total_failure],
  );
  return id;
}
async function read(id: string): Promise<{ status: string; is_taken: boolean }> {
  const [row] = await dataSource.query<[{ status: string; is_taken: boolean }]>(
    'select status, leased_until > 0 as is_taken from executions where id = $1',
    [id],
  );
  return row;
}
const statusOf = async (id: string) => (await read(id)).status;
/** Begins to close, and goes on until nothing is left. */
function startFinishing(): Promise<void> {
  store = new SlowStore(mkdtempSync(path.join(tmpdir(), 'tributary-closing-')));
  finisher = new Finisher(new FinishRepository(dataSource), new ChunksRepository(dataSource), dataSource, store);
  const onError = (error: unknown) => {
    throw error;
  };
  const next = (): Promise<void> => finisher.finishNext({ onClosed: () => void next(), onError });
  return next();
}

describe('while the error file of a large execution is written', () => {
  it('those of other organisations are closed', async () => {
    const [large, first, second] = [await addApplied(1, 1), await addApplied(2, 0), await addApplied(2, 0)];
    await startFinishing();
    await eventually(async () =>
      expect([await statusOf(first), await statusOf(second)]).toEqual(['SUCCEEDED', 'SUCCEEDED']),
    );
    expect(await statusOf(large)).toBe('RUNNING');
    store.open();
    await eventually(async () => expect(await statusOf(large)).toBe('SUCCEEDED'));
  });

  it('those of its organisation wait (the control)', async () => {
    const [large, other] = [await addApplied(1, 1), await addApplied(1, 0)];
    // It resolves when no other execution can be taken.
    await startFinishing();
    expect([await read(large), await read(other)]).toEqual([
      { status: 'RUNNING', is_taken: true },
      { status: 'RUNNING', is_taken: false },
    ]);
    store.open();
    await eventually(async () => expect(await statusOf(other)).toBe('SUCCEEDED'));
  });
});
