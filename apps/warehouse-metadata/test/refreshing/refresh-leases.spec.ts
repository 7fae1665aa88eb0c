import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDataSource } from '@tributary/database/data-source';
import { query } from '@tributary/database/transaction';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import type { TestPostgres } from '@tributary/testing/postgres/postgres';
import type { DataSource } from 'typeorm';
import { warehouseDatabase } from '../../src/database.js';
import { RefreshLeases } from '../../src/refreshing/refresh-leases.js';
import { MetadataStore } from '../../src/tree/metadata.store.js';

let postgres: TestPostgres;
let dataSource: DataSource;
let leases: RefreshLeases;
let id: string;

beforeAll(async () => {
  postgres = await startMigratedPostgres(warehouseDatabase);
  dataSource = await createDataSource({ ...warehouseDatabase, url: postgres.url }).initialize();
  leases = new RefreshLeases(dataSource);
});
afterAll(async () => {
  await dataSource.destroy();
  await postgres.stop();
});
beforeEach(async () => {
  const { rows } = await query<{ id: string }>(
    dataSource,
    `insert into data_warehouses (organisation_id, name, description, engine_type) values (1, 'w', '', 'POSTGRES') returning id`,
  );
  id = rows[0]?.id ?? '';
});

const longDeadline = () => AbortSignal.timeout(600_000);

describe('a lease', () => {
  it('is held by one refresh at a time', async () => {
    let atWork = 0;
    const most: number[] = [];
    const work = async () => {
      most.push(++atWork);
      await sleep(20);
      atWork--;
    };
    await Promise.all(Array.from({ length: 5 }, () => leases.hold(id, longDeadline(), work)));
    expect(most).toEqual([1, 1, 1, 1, 1]);
  });

  it('is not waited for longer than the signal allows', async () => {
    const [held, release] = [new EventEmitter(), new EventEmitter()];
    const isHeld = once(held, 'yes');
    const first = leases.hold(id, longDeadline(), async () => {
      held.emit('yes');
      await once(release, 'now');
    });
    await isHeld;
    await expect(leases.hold(id, AbortSignal.timeout(300), () => Promise.resolve())).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    release.emit('now');
    await first;
    await expect(leases.hold(id, longDeadline(), () => Promise.resolve('mine'))).resolves.toBe('mine');
  });

  it('is released if the work fails', async () => {
    await expect(leases.hold(id, longDeadline(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(leases.hold(id, longDeadline(), () => Promise.resolve('mine'))).resolves.toBe('mine');
  });

  it('expires if its holder dies', async () => {
    const dead = `insert into refresh_leases values ($1, gen_random_uuid(), now() + interval '300 ms')`;
    await query(dataSource, dead, [id]);
    await expect(leases.hold(id, longDeadline(), () => Promise.resolve('mine'))).resolves.toBe('mine');
  });

  it('rejects with 404 for a data warehouse that does not exist', async () => {
    await expect(leases.hold('999999', longDeadline(), () => Promise.resolve())).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
    });
  });
});

describe('a scan whose holder has lost the lease', () => {
  const scan = { databases: [{ name: 'late', schemas: [] }], isComplete: true };
  const warehouse = () => ({ id, organisation_id: '1', name: 'w', description: '', engine_type: 'POSTGRES' as const });
  const stored = async () =>
    (await query(dataSource, 'select name from metadata_databases where data_warehouse_id = $1', [id])).rows;

  it('is not stored', async () => {
    const store = new MetadataStore(dataSource);
    await leases.hold(id, longDeadline(), async (holder) => {
      await query(dataSource, 'update refresh_leases set holder = gen_random_uuid() where data_warehouse_id = $1', [
        id,
      ]);
      await expect(store.merge(warehouse(), scan, holder)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    });
    expect(await stored()).toEqual([]);
  });

  it('(control) is stored with the lease', async () => {
    const store = new MetadataStore(dataSource);
    await leases.hold(id, longDeadline(), (holder) => store.merge(warehouse(), scan, holder));
    expect(await stored()).toEqual([{ name: 'late' }]);
  });
});

describe('a tree that never ends to grow', () => {
  it('is stored up to 100,000 tables, and unchanged beyond', async () => {
    const store = new MetadataStore(dataSource);
    const one = { id, organisation_id: '1', name: 'w', description: '', engine_type: 'POSTGRES' as const };
    const scan = (name: string) => ({
      databases: [{ name: 'd', schemas: [{ name: 's', tables: [{ name, has_read_access: true, columns: [] }] }] }],
      isComplete: true,
    });
    const merge = (name: string) => leases.hold(id, longDeadline(), (holder) => store.merge(one, scan(name), holder));
    await merge('first');
    await query(
      dataSource,
      `insert into metadata_tables select gen_random_uuid(), schema_id, 't' || i, false, null, null, 1, 1, 2
        from metadata_tables, generate_series(2, 99999) i where name = 'first' and schema_id in
          (select s.id from metadata_schemas s join metadata_databases d on d.id = s.database_id where data_warehouse_id = $1)`,
      [id],
    );
    await merge('the last');
    await expect(merge('one more')).rejects.toMatchObject({ code: 'CONSTRAINT_VIOLATION_EXCEPTION' });
    const { rows } = await query<{ name: string }>(
      dataSource,
      `select name from metadata_tables where name in ('the last', 'one more')`,
    );
    expect(rows).toEqual([{ name: 'the last' }]);
  });
});
