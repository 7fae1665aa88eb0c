import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unavailable } from '@tributary/contracts/errors';
import type { DataWarehouseInfos } from '@tributary/contracts/warehouses/warehouse-metadata';
import { eventually } from '@tributary/testing/eventually';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import type { TestPostgres } from '@tributary/testing/postgres/postgres';
import { Engines, type Engine, type Scan } from '../../src/engines/engine.js';
import { DataSource } from 'typeorm';
import { warehouseDatabase } from '../../src/database.js';
import { aWarehouse, bootWarehouses, editor, reader, type BootedWarehouses } from '../booted-warehouses.js';

const shop: Scan = { databases: [{ name: 'shop', schemas: [] }], isComplete: true };

/** Hangs until aborted, or returns at once. */
class TestEngines extends Engines {
  started = 0;

  constructor(private readonly hangs: boolean) {
    super();
  }

  of(): Engine {
    return {
      scan: async (_credentials, signal) => {
        this.started++;
        if (!this.hangs) return shop;
        await once(signal, 'abort');
        throw unavailable('given up');
      },
      connect: () => Promise.resolve(),
    };
  }
}

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startMigratedPostgres(warehouseDatabase);
});
afterAll(() => postgres.stop());

async function aWarehouseIn(app: BootedWarehouses): Promise<string> {
  const { body } = await app.api(editor)('POST', '/datawarehouses', aWarehouse());
  const path = `/datawarehouses/${(body.data as { id: string }).id}`;
  await app.api(editor)('PUT', `${path}/credentials`, { host: 'db', port: 5432, user: 'u', password: 'p' });
  return path;
}

describe('a service that stops during a refresh', () => {
  it('leaves an asynchronous refresh to the next instance', async () => {
    const hanging = new TestEngines(true);
    const first = await bootWarehouses({ engines: hanging, postgres });
    const path = await aWarehouseIn(first);
    await first.api(editor)('POST', `${path}/metadata?async=true`, {});
    await eventually(() => expect(hanging.started).toBe(1));
    await first.stop();

    const second = await bootWarehouses({ engines: new TestEngines(false), postgres });
    await eventually(async () => {
      const { body } = await second.api(reader)('GET', `${path}/metadata`);
      const { refresh, databases } = body.data as DataWarehouseInfos;
      expect(refresh).toMatchObject({ status: 'SUCCEEDED' });
      expect(databases).toMatchObject([{ name: 'shop' }]);
    });
    await second.stop();
  });

  it('hands it over as often as it stops, but not after three processes have ended without stopping', async () => {
    const hanging = new TestEngines(true);
    const first = await bootWarehouses({ engines: hanging, postgres });
    const path = await aWarehouseIn(first);
    await first.api(editor)('POST', `${path}/metadata?async=true`, {});
    await eventually(() => expect(hanging.started).toBe(1));
    const state = (attempts: number) =>
      first.app
        .get(DataSource, { strict: false })
        .query<[{ attempts: number }[], number]>(
          `update refresh_states set attempts = attempts + $1 where status = 'RUNNING' returning attempts`,
          [attempts],
        );
    // As if three other processes had started it before.
    const [[row]] = await state(3);
    expect(row).toEqual({ attempts: 4 });
    await first.stop();

    const second = await bootWarehouses({ engines: new TestEngines(false), postgres });
    await eventually(async () => {
      const { body } = await second.api(reader)('GET', `${path}/metadata`);
      const error = expect.stringContaining('ended its process 3 times') as unknown;
      expect((body.data as DataWarehouseInfos).refresh).toMatchObject({ status: 'FAILED', error });
    });
    // The stop of the first took its own start back.
    expect(
      await second.app
        .get(DataSource, { strict: false })
        .query('select attempts from refresh_states order by requested_ts desc limit 1'),
    ).toEqual([{ attempts: 4 }]);
    await second.stop();
  });

  it('responds to waiting clients, and does not block the next refresh', async () => {
    const hanging = new TestEngines(true);
    const first = await bootWarehouses({ engines: hanging, postgres });
    const path = await aWarehouseIn(first);
    const waiting = first.api(editor)('POST', `${path}/metadata`, {});
    await eventually(() => expect(hanging.started).toBe(1));
    await first.stop();
    expect((await waiting).status).toBe(503);

    const second = await bootWarehouses({ engines: new TestEngines(false), postgres });
    expect((await second.api(editor)('POST', `${path}/metadata`, {})).status).toBe(200);
    await second.stop();
  });
});
