import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unavailable } from '@tributary/contracts/errors';
import type { DataWarehouseInfos } from '@tributary/contracts/warehouse-metadata';
import { eventually } from '@tributary/testing/eventually';
import { startPostgres, type TestPostgres } from '@tributary/testing/postgres';
import { Engines, type Engine, type Scan } from '../src/engines/engine.js';
import { aWarehouse, bootWarehouses, editor, reader, type BootedWarehouses } from './booted-warehouses.js';

const shop: Scan = { databases: [{ name: 'shop', schemas: [] }], isComplete: true };

/** Hangs, or answers at once. */
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
    };
  }
}

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

async function aWarehouseIn(app: BootedWarehouses): Promise<string> {
  const { body } = await app.api(editor)('POST', '/datawarehouses', aWarehouse());
  const path = `/datawarehouses/${(body.data as { id: string }).id}`;
  await app.api(editor)('PUT', `${path}/credentials`, { host: 'db', port: 5432, user: 'u', password: 'p' });
  return path;
}

describe('a service that stops while it refreshes', () => {
  it('leaves the refresh that nobody waits for to the next one', async () => {
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

  it('answers those who wait, and keeps nobody from the next refresh', async () => {
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
