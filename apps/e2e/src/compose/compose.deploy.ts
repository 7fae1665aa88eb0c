import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { api } from '../journeys/api-journeys.js';
import { killAtRandom } from './compose-kills.js';
import { apps, ComposeStack, type Service, stores } from './compose-stack.js';
import { Scenario } from '../suite/scenario.js';

let stack: ComposeStack;
let scenario: Scenario;

beforeAll(async () => {
  stack = await ComposeStack.start();
  scenario = new Scenario(stack.platform, () => stack.databaseUrl());
});

afterAll(async () => {
  // Undefined if the start failed.
  await (stack as ComposeStack | undefined)?.stop();
});

const step = (name: string, run: () => Promise<void>) =>
  it(name, () => run().catch(async (error: unknown) => Promise.reject(await stack.explain(error))));

const owners = ['activity_analysis', 'admin', 'import_worker', 'tracking_ingest', 'warehouse_metadata'];
const roleUrl = (owner: string) =>
  stack.databaseUrl(`tributary_${owner}`, stack.secret(`${owner.toUpperCase()}_DATABASE_PASSWORD`));

describe('the containers of docker-compose.yml', () => {
  describe('the API', () =>
    api(
      () => stack.platform,
      // The address inside the network of the containers.
      () => stack.databaseUrl(undefined, undefined, 'postgres:5432'),
      // In production they call public addresses over TLS only.
      { examples: [] },
    ));

  it.each(apps)('run %s without privileges and with a read-only root file system', async (app) => {
    expect(await stack.exec(app, 'id', '-u')).not.toBe('0');
    const status = await stack.exec(app, 'cat', '/proc/1/status');
    expect(status).toMatch(/^CapBnd:\s0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\s1$/m);
    expect((await stack.inspect(app)).HostConfig.ReadonlyRootfs).toBe(true);
    for (const file of ['/app/written', '/etc/written'])
      await expect(stack.exec(app, 'touch', file)).rejects.toThrow('Read-only file system');
    await stack.exec(app, 'touch', '/tmp/written');
  });

  it.each(owners)('give the role of %s access to its own tables only', async (owner) => {
    const count = (schema: string) => queryDatabase(roleUrl(owner), `select count(*) from ${schema}.migrations`);
    expect((await count(owner)).rowCount).toBe(1);
    for (const other of owners.filter((each) => each !== owner)) {
      await expect(count(other)).rejects.toThrow(`permission denied for schema ${other}`);
      const become = queryDatabase(roleUrl(owner), `set role tributary_${other}`);
      await expect(become).rejects.toThrow('permission denied to set role');
    }
    await expect(queryDatabase(roleUrl(owner), 'create schema more')).rejects.toThrow('permission denied');
    await expect(queryDatabase(roleUrl(owner), 'create table public.more ()')).rejects.toThrow('permission denied');
  });

  step('let only the services with tables reach PostgreSQL', async () => {
    const connect = (service: Service) =>
      stack.exec(service, 'node', '-e', `require('net').connect(5432, 'postgres').on('connect', () => process.exit())`);
    await connect('admin');
    for (const service of ['gateway', 'analytics'] as const)
      await expect(connect(service)).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/);
  });

  step('have no right in Kafka that their app does not need, and cannot read the key of its certificate', async () => {
    for (const app of apps) {
      await expect(stack.exec(app, 'tributary', 'dlq', 'list')).rejects.toThrow('Kafka denies access');
      await expect(stack.exec(app, 'cat', '/etc/kafka/kafka.p12')).rejects.toThrow('Permission denied');
    }
  });

  step('are scraped by Prometheus, which also loads the rules', async () => {
    const url = await stack.startPrometheus();
    const ask = async <Data>(path: string) =>
      ((await (await fetch(`${url}/api/v1/${path}`)).json()) as { data: Data }).data;
    await eventually(async () => {
      const { activeTargets } = await ask<{ activeTargets: { health: string; scrapeUrl: string }[] }>('targets');
      expect(activeTargets.filter(({ health }) => health !== 'up')).toEqual([]);
      expect(activeTargets.map(({ scrapeUrl }) => new URL(scrapeUrl).hostname).toSorted()).toEqual(
        [...apps].toSorted(),
      );
    });
    const { groups } = await ask<{ groups: { rules: { health: string }[] }[] }>('rules');
    expect(groups.flatMap(({ rules }) => rules).length).toBeGreaterThan(0);
  });

  step('become unhealthy without the database, and healthy again with it', async () => {
    const health = () => stack.exec('admin', 'tributary', 'health', '8080');
    await health();
    await stack.end('postgres', 'KILL');
    try {
      await eventually(() => expect(health()).rejects.toThrow('exited with 1'));
    } finally {
      await stack.start('postgres');
    }
    await stack.untilHealthy();
  });
});

describe('under load', () => {
  step('(control) the check fails while nothing is stored', async () => {
    const inject = async () => void (await stack.end('tracking-ingest', 'KILL'));
    const during = async () => {
      await scenario.load.untilAcknowledged();
      expect((await scenario.discrepancies()).lost).not.toEqual([]);
    };
    await scenario.runThroughFault({ inject, during, repair: () => stack.start('tracking-ingest') });
    await scenario.expectExactlyOnce();
  });

  step('the product loses and duplicates nothing when containers are killed in random order', async () => {
    const resent = scenario.load.resent;
    let order: Service[] = [];
    const inject = async () => void (order = await killAtRandom(stack, [...apps, ...stores]));
    await scenario.runThroughFault({ inject, repair: () => Promise.resolve() });
    expect(scenario.load.resent).toBeGreaterThan(resent);
    await scenario.expectExactlyOnce().catch((error: unknown) => {
      throw new Error(`killed in this order: ${order.join(', ')}; ${String(error)}`, { cause: error });
    });
  });

  step('every service exits with 0 on SIGTERM, and nothing is lost', async () => {
    const inject = async () => {
      const codes = await Promise.all(apps.map((app) => stack.end(app, 'TERM')));
      expect(codes).toEqual(apps.map(() => 0));
    };
    const repair = async () => {
      for (const app of apps) await stack.start(app);
      await stack.untilHealthy();
    };
    await scenario.runThroughFault({ inject, repair });
    await scenario.expectExactlyOnce();
    expect((await stack.inspect('gateway')).State.OOMKilled).toBe(false);
  });

  step('no log contains a secret', async () => {
    const logs = await stack.logs();
    expect(logs).toContain('"msg":"ready"');
    expect([...stack.secrets].filter(([, secret]) => logs.includes(secret)).map(([name]) => name)).toEqual([]);
  });
});
