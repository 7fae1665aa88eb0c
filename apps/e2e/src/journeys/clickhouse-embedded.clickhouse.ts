import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startClickHouse, type ClickHouseServer } from '@tributary/testing/clickhouse/clickhouse-server';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { Client } from '../client/client.js';
import { reportRows } from '../client/report.js';
import { newTenant } from '../client/tenant.js';
import { tributaryOutput } from '../suite/operator.js';
import { reportsJourney } from './journey-reports.js';

let directory: string;
let clickHouse: ClickHouseServer;
let platform: Platform | undefined;
/** The token of the first start, which creates the first administrator. */
let token: string | undefined;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-clickhouse-'));
  clickHouse = await startClickHouse();
});
afterAll(async () => {
  await platform?.stop();
  await clickHouse.stop();
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

/** One process, on the same PostgreSQL each time. */
async function start(settings: Record<string, string> = {}): Promise<Platform> {
  await platform?.stop();
  const dataDirectory = path.join(directory, 'data');
  platform = await startPlatform({ shape: 'embedded', dataDirectory, settings });
  token ??= platform.token;
  return { ...platform, token };
}

const inClickHouse = () => ({ CLICKHOUSE_URL: clickHouse.url, CLICKHOUSE_DATABASE: 'journey' });

describe('with ClickHouse', () => {
  let started: Platform;
  beforeAll(async () => {
    started = await start(inClickHouse());
  });

  reportsJourney(() => started);
});

describe('reports that move', () => {
  it('to DuckDB and back are the same each time, with what came in meanwhile, and without erased people', async () => {
    const started = await start(inClickHouse());
    const first = new Client(started.url, started.token);
    const { datamart_id } = await newTenant(first);
    const datamart = `/datamarts/${datamart_id}`;
    const collect = async (client: Client, user: string) => {
      await client.post(`${datamart}/user_activities`, { $type: 'SITE_VISIT', $user_agent_id: user, $events: [] });
      await client.post(`${datamart}/user_activities`, { $type: 'TOUCH', $user_agent_id: user, $events: [] });
    };
    const expectUsers = (client: Client, users: number) =>
      eventually(async () =>
        expect(await reportRows(client, datamart, ['users', 'sessions'])).toEqual([[users, users]]),
      );
    for (const user of ['a', 'b', 'c']) await collect(first, user);
    await expectUsers(first, 3);
    await first.delete(`${datamart}/user_points/user_agent_id=c`);
    await expectUsers(first, 2);

    const move = async (settings: Record<string, string>) => {
      await platform?.stop();
      await tributaryOutput({ DATA_DIR: path.join(directory, 'data'), ...settings }, 'analytics', 'rebuild');
      const { url, token } = await start(settings);
      return new Client(url, token);
    };
    const inDuckDb = await move({});
    await expectUsers(inDuckDb, 2);
    await collect(inDuckDb, 'd');
    await expectUsers(inDuckDb, 3);

    const back = await move(inClickHouse());
    await expectUsers(back, 3);
    await collect(back, 'e');
    await expectUsers(back, 4);
  });
});
