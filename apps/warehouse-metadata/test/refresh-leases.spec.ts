import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDataSource } from '@tributary/database/data-source';
import { migrate } from '@tributary/database/migrate';
import { query } from '@tributary/database/transaction';
import { startPostgres, type TestPostgres } from '@tributary/testing/postgres';
import type { DataSource } from 'typeorm';
import { warehouseDatabase } from '../src/database.js';
import { MetadataStore } from '../src/metadata/metadata.store.js';
import { RefreshLeases } from '../src/metadata/refresh-leases.js';

let postgres: TestPostgres;
let dataSource: DataSource;
let leases: RefreshLeases;
let id: string;

beforeAll(async () => {
  postgres = await startPostgres();
  await migrate({ ...warehouseDatabase, url: postgres.url });
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

const patient = () => AbortSignal.timeout(60_000);

describe('a lease', () => {
  it('is held by one at a time, whoever comes', async () => {
    let atWork = 0;
    const most: number[] = [];
    const work = async () => {
      most.push(++atWork);
      await sleep(20);
      atWork--;
    };
    await Promise.all(Array.from({ length: 5 }, () => leases.hold(id, patient(), work)));
    expect(most).toEqual([1, 1, 1, 1, 1]);
  });

  it('is not waited for longer than the signal allows', async () => {
    const [held, release] = [new EventEmitter(), new EventEmitter()];
    const isHeld = once(held, 'yes');
    const first = leases.hold(id, patient(), async () => {
      held.emit('yes');
      await once(release, 'now');
    });
    await isHeld;
    await expect(leases.hold(id, AbortSignal.timeout(300), () => Promise.resolve())).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    release.emit('now');
    await first;
    await expect(leases.hold(id, AbortSignal.timeout(60_000), () => Promise.resolve('mine'))).resolves.toBe('mine');
  });

  it('is free again after work that fails', async () => {
    await expect(leases.hold(id, patient(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(leases.hold(id, patient(), () => Promise.resolve('mine'))).resolves.toBe('mine');
  });

  it('of a holder that has died expires', async () => {
    const dead = `insert into refresh_leases values ($1, gen_random_uuid(), now() + interval '300 ms')`;
    await query(dataSource, dead, [id]);
    await expect(leases.hold(id, patient(), () => Promise.resolve('mine'))).resolves.toBe('mine');
  });

  it('is not to be had for a data warehouse that does not exist', async () => {
    await expect(leases.hold('999999', patient(), () => Promise.resolve())).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
    });
  });
});

describe('a scan of whoever has lost the lease', () => {
  const scan = { databases: [{ name: 'late', schemas: [] }], isComplete: true };
  const warehouse = () => ({ id, organisation_id: '1', name: 'w', description: '', engine_type: 'POSTGRES' as const });
  const stored = async () =>
    (await query(dataSource, 'select name from metadata_databases where data_warehouse_id = $1', [id])).rows;

  it('is not stored', async () => {
    const store = new MetadataStore(dataSource);
    await leases.hold(id, patient(), async (holder) => {
      await query(dataSource, 'update refresh_leases set holder = gen_random_uuid() where data_warehouse_id = $1', [
        id,
      ]);
      await expect(store.merge(warehouse(), scan, holder)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    });
    expect(await stored()).toEqual([]);
  });

  it('would have been stored with it', async () => {
    const store = new MetadataStore(dataSource);
    await leases.hold(id, patient(), (holder) => store.merge(warehouse(), scan, holder));
    expect(await stored()).toEqual([{ name: 'late' }]);
  });
});
