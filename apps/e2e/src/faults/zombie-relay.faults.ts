import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Stores, startStores } from '@tributary/testing/containers/containers';
import { eventually } from '@tributary/testing/eventually';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import type { AppProcess } from '@tributary/testing/processes/processes';
import { Fleet } from '@tributary/testing/processes/processes-fleet';
import { Client, type Resource } from '../client/client.js';
import { newMember, newTenant, type Member, type Tenant } from '../client/tenant.js';

const hook = path.join(import.meta.dirname, 'hold-publications.mjs');
const file = path.join(tmpdir(), `tributary-hold-${randomUUID()}`);

/** They do not run. */
const others = ['activity-analysis', 'analytics', 'import-worker', 'tracking-ingest', 'warehouse-metadata'] as const;

let stores: Stores;
let fleet: Fleet;
/** The process of admin that is stopped, and the gateway that sends requests to it. */
let zombie: AppProcess;
let first: AppProcess;
/** The other process of admin, and the gateway that sends requests to it. */
let other: AppProcess;
let second: AppProcess;
let tenant: Tenant;
let member: Member;

beforeAll(async () => {
  stores = await startStores();
  fleet = await Fleet.prepare(stores);
  zombie = await fleet.add('admin');
  const { env } = zombie.program;
  env['NODE_OPTIONS'] = `${env['NODE_OPTIONS'] ?? ''} --import=${hook}`;
  env['HOLD_FILE'] = file;
  for (const app of others) fleet.setUrl(app, 'http://127.0.0.1:9');
  first = await fleet.add('gateway');
  await fleet.start();
  const admin = new Client(fleet.url, fleet.token);
  tenant = await newTenant(admin);
  member = await newMember(admin, tenant, 'EDITOR');
});
afterAll(async () => {
  for (const name of [file, `${file}.held`, `${file}.published`]) rmSync(name, { force: true });
  await (fleet as Fleet | undefined)?.stop();
  await (stores as Stores | undefined)?.stop();
});

const tokens = () => `/users/${member.user.id}/api_tokens`;
const activity = { $type: 'SITE_VISIT', $site_id: '1', $user_agent_id: 'a' };
/** Collecting needs no other app. */
const status = async (gateway: AppProcess, token: string) =>
  (
    await new Client(gateway.url ?? '', token).call(
      'POST',
      `/datamarts/${tenant.datamart_id}/user_activities`,
      activity,
    )
  ).status;
const statuses = (gateways: AppProcess[], token: string) =>
  Promise.all(gateways.map((gateway) => status(gateway, token)));
const untilExists = (name: string) => eventually(() => expect(existsSync(name)).toBe(true), { within: 180_000 });

/** Creates a token whose event the zombie has read from the outbox and not published when it is stopped. */
async function createHeldToken(mode: 'as it is' | 'newest') {
  for (const name of [`${file}.held`, `${file}.published`]) rmSync(name, { force: true });
  writeFileSync(file, mode);
  const token = await new Client(first.url ?? '', member.client.token).post<Resource & { value: string }>(tokens(), {
    name: 'held',
  });
  await untilExists(`${file}.held`);
  process.kill(zombie.pid ?? 0, 'SIGSTOP');
  return token;
}

/** Ends the zombie's transactions, as the server does after a minute or a failover: its outbox partitions are free. */
const endTransactions = () =>
  queryDatabase(
    stores.databaseUrl,
    "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction'",
  );

/** Lets the zombie publish what it has held. */
async function wakeZombie(): Promise<void> {
  rmSync(file);
  process.kill(zombie.pid ?? 0, 'SIGCONT');
  await untilExists(`${file}.published`);
}

/** Another process of admin takes over, publishes the token, and revokes it. */
async function revokeByOther({ id, value }: { id: string; value: string }): Promise<void> {
  await endTransactions();
  await eventually(async () => expect(await statuses([first, second], value)).toEqual([200, 200]), { within: 180_000 });
  await new Client(second.url ?? '', member.client.token).delete(`${tokens()}/${id}`);
  await eventually(async () => expect(await statuses([first, second], value)).toEqual([401, 401]));
}

describe('a process of admin that was paused between reading a token from its outbox and publishing it', () => {
  it('publishes it late, after another process has revoked it, and no gateway accepts it', async () => {
    const token = await createHeldToken('as it is');
    other = await fleet.add('admin');
    fleet.setUrl('admin', other.url ?? '');
    second = await fleet.add('gateway');
    await other.start();
    await second.start();
    await revokeByOther(token);
    await wakeZombie();
    const fresh = await fleet.add('gateway');
    await fresh.start();
    for (let check = 0; check < 10; check++)
      expect(await statuses([first, second, fresh], token.value)).toEqual([401, 401, 401]);
  });

  it('(control) if its late event had no older version, every gateway would accept it again', async () => {
    // Otherwise it may take the token from the outbox.
    process.kill(other.pid ?? 0, 'SIGSTOP');
    const token = await createHeldToken('newest');
    process.kill(other.pid ?? 0, 'SIGCONT');
    await revokeByOther(token);
    await wakeZombie();
    await eventually(async () => expect(await statuses([first, second], token.value)).toEqual([200, 200]));
  });
});
