import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { queryDatabase } from '@tributary/testing/load-check';
import { api } from './api.js';
import { killAtRandom } from './compose-kills.js';
import { apps, ComposeStack, type Service, stores } from './compose-stack.js';
import { Scenario } from './scenario.js';
import { suiteTimeoutMs } from './step.js';

let stack: ComposeStack;
let scenario: Scenario;

beforeAll(async () => {
  stack = await ComposeStack.start();
  scenario = new Scenario(stack.platform, () => stack.databaseUrl());
}, 2 * suiteTimeoutMs);

afterAll(async () => {
  // Undefined when it did not start.
  await (stack as ComposeStack | undefined)?.stop();
}, suiteTimeoutMs);

const step = (name: string, run: () => Promise<void>) =>
  it(name, () => run().catch(async (error: unknown) => Promise.reject(await stack.explain(error))), suiteTimeoutMs);

const owners = ['admin', 'import_worker', 'tracking_ingest', 'warehouse_metadata'];
const roleUrl = (owner: string) =>
  stack.databaseUrl(`tributary_${owner}`, stack.secret(`${owner.toUpperCase()}_DATABASE_PASSWORD`));

describe('docker-compose.yml, brought up', () => {
  describe('the API', () =>
    api(
      () => stack.platform,
      // As the containers reach it.
      () => stack.databaseUrl(undefined, undefined, 'postgres:5432'),
    ));

  it.each(apps)(
    'runs %s without rights, and lets it write nothing but its data',
    async (app) => {
      expect(await stack.exec(app, 'id', '-u')).not.toBe('0');
      const status = await stack.exec(app, 'cat', '/proc/1/status');
      expect(status).toMatch(/^CapBnd:\s0+$/m);
      expect(status).toMatch(/^NoNewPrivs:\s1$/m);
      expect((await stack.inspect(app)).HostConfig.ReadonlyRootfs).toBe(true);
      for (const file of ['/app/written', '/etc/written'])
        await expect(stack.exec(app, 'touch', file)).rejects.toThrow('Read-only file system');
      await stack.exec(app, 'touch', '/tmp/written');
    },
    suiteTimeoutMs,
  );

  it.each(owners)(
    'lets the role of %s see its own tables, and nobody else’s',
    async (owner) => {
      const count = (schema: string) => queryDatabase(roleUrl(owner), `select count(*) from ${schema}.migrations`);
      expect((await count(owner)).rowCount).toBe(1);
      for (const other of owners.filter((each) => each !== owner)) {
        await expect(count(other)).rejects.toThrow(`permission denied for schema ${other}`);
        const become = queryDatabase(roleUrl(owner), `set role tributary_${other}`);
        await expect(become).rejects.toThrow('permission denied to set role');
      }
      await expect(queryDatabase(roleUrl(owner), 'create schema more')).rejects.toThrow('permission denied');
      await expect(queryDatabase(roleUrl(owner), 'create table public.more ()')).rejects.toThrow('permission denied');
    },
    suiteTimeoutMs,
  );

  step('lets only the services with tables reach PostgreSQL', async () => {
    const connect = (service: Service) =>
      stack.exec(service, 'node', '-e', `require('net').connect(5432, 'postgres').on('connect', () => process.exit())`);
    await connect('admin');
    for (const service of ['gateway', 'analytics'] as const)
      await expect(connect(service)).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/);
  });

  step('is watched: Prometheus reads every service, and the rules', async () => {
    const url = await stack.watch();
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

  step('knows when a service lacks its database, and when it has it again', async () => {
    const health = () => stack.exec('admin', 'tributary', 'health', '8080');
    await health();
    await stack.end('postgres', 'KILL');
    try {
      await eventually(() => expect(health()).rejects.toThrow('exited with 1'));
    } finally {
      await stack.start('postgres');
    }
    await stack.isHealthy();
  });
});

describe('under load', () => {
  step('is found to have lost something while nothing is stored', async () => {
    const strike = async () => void (await stack.end('tracking-ingest', 'KILL'));
    const meanwhile = async () => {
      await scenario.load.flows();
      expect((await scenario.discrepancies()).lost).not.toEqual([]);
    };
    await scenario.endure({ strike, meanwhile, repair: () => stack.start('tracking-ingest') });
    await scenario.expectExactlyOnce();
  });

  step('loses and doubles nothing, whichever containers are killed', async () => {
    const resent = scenario.load.resent;
    let order: Service[] = [];
    const strike = async () => void (order = await killAtRandom(stack, [...apps, ...stores]));
    await scenario.endure({ strike, repair: () => Promise.resolve() });
    expect(scenario.load.resent).toBeGreaterThan(resent);
    await scenario.expectExactlyOnce().catch((error: unknown) => {
      throw new Error(`killed in this order: ${order.join(', ')}; ${String(error)}`, { cause: error });
    });
  });

  step('ends by itself when it is asked to, each service with 0, and loses nothing by it', async () => {
    const strike = async () => {
      const codes = await Promise.all(apps.map((app) => stack.end(app, 'TERM')));
      expect(codes).toEqual(apps.map(() => 0));
    };
    const repair = async () => {
      for (const app of apps) await stack.start(app);
      await stack.isHealthy();
    };
    await scenario.endure({ strike, repair });
    await scenario.expectExactlyOnce();
    expect((await stack.inspect('gateway')).State.OOMKilled).toBe(false);
  });

  step('has told none of its secrets in a log', async () => {
    const logs = await stack.logs();
    expect(logs).toContain('"msg":"ready"');
    expect([...stack.secrets].filter(([, secret]) => logs.includes(secret)).map(([name]) => name)).toEqual([]);
  });
});
