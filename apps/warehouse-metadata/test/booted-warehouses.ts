import { randomBytes, randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import type { Caller, DirectoryChanged, Role } from '@tributary/contracts/admin/access';
import { directoryChanged } from '@tributary/contracts/topics/topics';
import { bootForSpecs } from '@tributary/app-testing/boot-for-specs';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import type { TestPostgres } from '@tributary/testing/postgres/postgres';
import type { WarehouseSettings } from '../src/config.js';
import { warehouseDatabase } from '../src/database.js';
import type { Engines } from '../src/engines/engine.js';
import { WarehouseMetadataModule } from '../src/warehouse-metadata.module.js';

interface WarehousesBoot {
  settings?: Partial<WarehouseSettings>;
  engines?: Engines;
  controllers?: Type[];
  /** The database of another instance, which has the same SECRETS_KEY; default a new PostgreSQL. */
  postgres?: TestPostgres;
}

const SECRETS_KEY = randomBytes(32).toString('base64');

/** Community 1: organisations 1 (datamart 10) and 2 (datamart 20). */
const directory: DirectoryChanged[] = [
  { kind: 'organisation', id: '1', community_id: '1' },
  { kind: 'organisation', id: '2', community_id: '1' },
  { kind: 'datamart', id: '10', organisation_id: '1' },
  { kind: 'datamart', id: '20', organisation_id: '2' },
];

export const caller = (...roles: [organisation_id: string, role: Role][]): Caller => ({
  user_id: '7',
  roles: roles.map(([organisation_id, role]) => ({ organisation_id, role })),
});
export const editor = caller(['1', 'EDITOR']);
export const reader = caller(['1', 'READER']);
export const outsider = caller(['2', 'ORGANISATION_ADMIN']);

/** A JSON response. */
interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown> & { data: never };
}

/** The booted app, with a migrated database and a filled directory. */
export async function bootWarehouses({ settings, engines, controllers = [], ...given }: WarehousesBoot = {}) {
  const postgres = given.postgres ?? (await startMigratedPostgres(warehouseDatabase));
  const all = { SECRETS_KEY, NODE_ENV: 'test' as const, WAREHOUSE_ALLOWED_HOSTS: [], ...settings };
  const booted = await bootForSpecs({
    name: 'warehouse-metadata',
    module: (platform) => WarehouseMetadataModule.register({ ...all, DATABASE_URL: postgres.url }, platform, engines),
    controllers,
  });
  await booted.publisher.publish(
    directoryChanged,
    directory.map((value) => ({ id: randomUUID(), value })),
  );
  const api =
    (who: Caller) =>
    async (method: string, path: string, body?: unknown): Promise<Answer> => {
      const json = body === undefined ? {} : { body: JSON.stringify(body) };
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      const response = await booted.as(who)(`/v1${path}`, { method, headers, ...json });
      return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
    };
  return {
    ...booted,
    postgres,
    api,
    stop: async () => {
      await booted.stop();
      if (!given.postgres) await postgres.stop();
    },
  };
}

export type BootedWarehouses = Awaited<ReturnType<typeof bootWarehouses>>;

export const aWarehouse = (difference: object = {}) => ({
  name: 'Sales',
  description: 'What was sold',
  engine_type: 'POSTGRES',
  ...difference,
});
