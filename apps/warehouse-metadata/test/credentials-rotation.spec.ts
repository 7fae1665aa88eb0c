import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import { DataSource } from 'typeorm';
import { warehouseDatabase } from '../src/database.js';
import { Engines, type Engine } from '../src/engines/engine.js';
import { aWarehouse, bootWarehouses, editor } from './booted-warehouses.js';

const [old, young] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const credentials = { host: 'db', port: 5432, user: 'u', password: 'p' };

/** Records the credentials of the last scan. */
class RecordingEngines extends Engines {
  seen: unknown;

  of(): Engine {
    return {
      scan: (document) => {
        this.seen = document;
        return Promise.resolve({ databases: [], isComplete: true });
      },
      connect: () => Promise.resolve(),
    };
  }
}

it('a start with a new first key reseals the credentials, and the old key can be dropped', async () => {
  const postgres = await startMigratedPostgres(warehouseDatabase);
  const first = await bootWarehouses({ postgres, settings: { SECRETS_KEY: `1:${old}` } });
  const { body } = await first.api(editor)('POST', '/datawarehouses', aWarehouse());
  const path = `/datawarehouses/${(body.data as { id: string }).id}`;
  await first.api(editor)('PUT', `${path}/credentials`, credentials);
  await first.stop();

  const second = await bootWarehouses({ postgres, settings: { SECRETS_KEY: `2:${young},1:${old}` } });
  const sealed = await second.app
    .get(DataSource, { strict: false })
    .query<{ sealed_document: string }[]>('select sealed_document from warehouse_credentials');
  expect(sealed.map(({ sealed_document }) => sealed_document.split('.')[0])).toEqual(['2']);
  await second.stop();

  const engines = new RecordingEngines();
  const third = await bootWarehouses({ postgres, engines, settings: { SECRETS_KEY: `2:${young}` } });
  expect((await third.api(editor)('POST', `${path}/metadata`, {})).status).toBe(200);
  expect(engines.seen).toEqual(credentials);
  await third.stop();

  const withoutKey = await bootWarehouses({ postgres, settings: { SECRETS_KEY: `3:${old}` } });
  const answer = await withoutKey.api(editor)('POST', `${path}/metadata`, {});
  expect(answer).toMatchObject({ status: 400, body: { error_code: 'CONSTRAINT_VIOLATION_EXCEPTION' } });
  await withoutKey.stop();
  await postgres.stop();
});
