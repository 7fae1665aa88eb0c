import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { replay } from '@tributary/testing/load/load-replay';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { after, PluginDouble } from '@tributary/testing/plugin-double';
import type { AppProcess } from '@tributary/testing/processes/processes';
import { activityToAnalyze } from '@tributary/contracts/topics/topics';
import { Client } from '../client/client.js';
import { registerPlugin, untilEffective } from '../client/plugins.js';
import { newTenant } from '../client/tenant.js';
import type { DistributedSuite } from '../suite/distributed-suite.js';
import { AnalyzedChannel } from './analyzed-channel.js';
import { expectLimitsWithWrongClocks, expectRecoveryFromArrivalAhead } from './clock-steps.js';
import { allowHosts, expectNoPrivateCalls, localHosts } from './address-steps.js';
import { mostInWindow, OpenCalls } from './open-calls.js';
import { PluginHistory } from './plugin-history.js';
import { reconciliationOf } from './reconciliation.js';

const recovery = { within: 300_000, every: 500 };

/** Kills each of these processes with -9, one after the other, at random instants: also during their start. */
async function killAtRandom(victims: AppProcess[]): Promise<void> {
  for (const victim of victims) {
    await sleep(2_500 * Math.random());
    await victim.kill();
    victim.launch();
  }
  for (const victim of victims)
    await eventually(async () => expect((await fetch(`${victim.url}/health/ready`)).status).toBe(200), recovery);
}

/** Analyzers of three processes. */
export function pluginsDistributed(suite: DistributedSuite): void {
  let client: Client;

  beforeAll(async () => {
    for (const app of ['activity-analysis', 'activity-analysis'] as const) await suite.platform.add(app);
    await allowHosts(suite.platform.of('activity-analysis'), localHosts);
    client = new Client(suite.platform.url, suite.platform.token);
  });
  afterAll(async () => {
    for (const added of suite.platform.of('activity-analysis').slice(1)) await suite.platform.remove(added);
  });

  const allStored = (channel: AnalyzedChannel, count: number) =>
    eventually(async () => {
      const { databaseUrl } = suite.stores;
      const { stored, difference, duplicate } = await reconciliationOf(databaseUrl, channel.tenant.datamart_id);
      expect(stored).toBe(count);
      // Below 0 only by duplicates: a request to the broker that times out on a busy machine may have written its messages,
      // which the gateway, and after a 503 the client, sends again.
      expect(difference).toBeLessThanOrEqual(0);
      expect(difference + duplicate).toBeGreaterThanOrEqual(0);
    }, recovery);

  async function postMany(channel: AnalyzedChannel, count: number): Promise<void> {
    const lines = Array.from({ length: count }, (_, n) => JSON.stringify(channel.activity(`person-${n}`)));
    const headers = { 'content-type': 'application/x-ndjson' };
    const path = `/datamarts/${channel.tenant.datamart_id}/user_activities`;
    // Each line has a key, so that a request that a busy machine answers with 503 can be sent again.
    await eventually(() => client.post(path, lines.join('\n'), headers));
  }

  describe('three processes of activity-analysis', () => {
    suite.step('never make more calls at once than permitted, also if one of them is killed', async () => {
      const plugin = await PluginDouble.start(after(100));
      const throttlings = [{ scope: 'GLOBAL', max_concurrency: 3, timeout_ms: 3_000 }];
      const channel = await AnalyzedChannel.create(client, [{ plugin: plugin.url, throttlings }]);
      await untilEffective();
      await postMany(channel, 200);
      await eventually(() => expect(plugin.calls.length).toBeGreaterThan(40));
      const killed = suite.platform.of('activity-analysis')[1]!;
      await killed.kill();
      await allStored(channel, 200);
      await killed.start();
      expect(plugin.requests.most).toBe(3);
      await plugin.close();
    });

    suite.step('keep the limits of each datamart and of all together', async () => {
      const open = new OpenCalls();
      const plugin = await PluginDouble.start(open.around(after(100)));
      const tenant = await newTenant(client);
      const { organisation_id } = tenant;
      const other = await client.post('/datamarts', { name: 'Other', organisation_id });
      const throttlings = [
        { scope: 'DATAMART', max_concurrency: 2 },
        { scope: 'GLOBAL', max_concurrency: 3 },
      ];
      const first = await AnalyzedChannel.create(client, [{ plugin: plugin.url, throttlings }], tenant);
      const second = await AnalyzedChannel.create(client, [{ plugin: first.plugins[0]! }], {
        organisation_id,
        datamart_id: other.id,
      });
      await untilEffective();
      await Promise.all([postMany(first, 60), postMany(second, 60)]);
      await Promise.all([allStored(first, 60), allStored(second, 60)]);
      expect(plugin.requests.most).toBe(3);
      expect([...open.most.values()]).toEqual([2, 2]);
      await plugin.close();
    });

    suite.step('keep the limits of each organisation, of the container and of the version', async () => {
      const tenants = [await newTenant(client), await newTenant(client), await newTenant(client)];
      const open = new OpenCalls();
      const plugin = await PluginDouble.start(open.around(after(100)));
      const max_qps = 12;
      // The first organisation of the community: all others may use its plugins.
      const shared = await registerPlugin(client, '1', plugin.url, { max_qps });
      const path = `${shared.path}/throttlings`;
      const common = { plugin_version_id: shared.version_id, plugin_endpoint: '/v1/activity_analysis' };
      await client.post(path, { ...common, scope: 'ORGANISATION', max_concurrency: 1 });
      await client.post(path, { ...common, scope: 'CONTAINER', throttling_key: 'any', max_concurrency: 2 });
      const channels = [];
      for (const tenant of tenants) channels.push(await AnalyzedChannel.create(client, [{ plugin: shared }], tenant));
      await untilEffective();
      await Promise.all(channels.map((channel) => postMany(channel, 40)));
      await Promise.all(channels.map((channel) => allStored(channel, 40)));
      expect(plugin.requests.most).toBeLessThanOrEqual(2);
      expect([...open.most.values()]).toEqual([1, 1, 1]);
      // As the plugin counts arrivals, one more and one second's worth.
      expect(mostInWindow(plugin.arrivals(), 5_000)).toBeLessThanOrEqual(5 * max_qps + 1 + max_qps);
      await plugin.close();
    });

    suite.step('call no private address that is not allowed, and follow no redirect', () =>
      expectNoPrivateCalls(client, (hosts) => allowHosts(suite.platform.of('activity-analysis'), hosts)),
    );

    suite.step('keep the limits while the clocks of two of them are an hour ahead, and an hour behind', () =>
      expectLimitsWithWrongClocks(client, suite.platform.of('activity-analysis').slice(1)),
    );

    suite.step('go on when the time of the next call is an hour ahead', () =>
      expectRecoveryFromArrivalAhead(client, suite.stores.databaseUrl),
    );
  });

  describe('under load, with plugins that hang, drip, fail, drop, die and come back', () => {
    const ingestion = () => [
      ...suite.platform.of('activity-analysis'),
      ...suite.platform.of('tracking-ingest'),
      ...suite.platform.of('admin'),
    ];

    /** Runs the faults while activities are sent, and compares the outcomes of these. */
    async function withHistory(faults: () => Promise<void>, finish = (_history: PluginHistory) => Promise.resolve()) {
      const history = await PluginHistory.start(suite.platform);
      try {
        await faults();
        await history.stop();
        await history.expectOutcomes(suite.stores.databaseUrl);
        await finish(history);
      } finally {
        await history.close();
      }
    }

    suite.step('every accepted activity ends exactly once, also if the processes behind the gateway are killed', () =>
      withHistory(
        () => killAtRandom(ingestion()),
        async (history) => {
          // Every outcome is of an activity that a gateway has reported: what a killed process publishes twice counts once.
          await eventually(async () => {
            const { databaseUrl } = suite.stores;
            const { difference, uncertain } = await reconciliationOf(databaseUrl, history.tenant.datamart_id);
            expect(difference + uncertain).toBeGreaterThanOrEqual(0);
          }, recovery);
          // A second delivery of every activity changes nothing but the number of duplicates.
          expect(await replay(suite.stores.brokers, activityToAnalyze.name)).toBeGreaterThanOrEqual(history.count);
          await eventually(async () => {
            const { duplicate } = await reconciliationOf(suite.stores.databaseUrl, history.tenant.datamart_id);
            expect(duplicate).toBeGreaterThanOrEqual(history.count);
          }, recovery);
          await history.expectOutcomes(suite.stores.databaseUrl);
        },
      ),
    );

    suite.step(
      '… and the gateway too: each has one outcome in its trace, which the database, the report and the plugins know',
      () =>
        withHistory(
          () => killAtRandom([...suite.platform.of('gateway'), ...ingestion()]),
          (history) => history.expectTraces(suite.stores.databaseUrl),
        ),
    );

    suite.step('(control) a waiting activity that is deleted is missing in the reconciliation', async () => {
      const plugin = await PluginDouble.start();
      const throttlings = [{ scope: 'GLOBAL', max_qps: 0.001 }];
      const channel = await AnalyzedChannel.create(client, [{ plugin: plugin.url, throttlings }]);
      await untilEffective();
      await channel.post('analyzed');
      await allStored(channel, 1);
      const id = await channel.post('deleted');
      const statement = `delete from activity_analysis.waiting_activities where activity_id = '${id}'`;
      await eventually(async () => expect((await queryDatabase(suite.stores.databaseUrl, statement)).rowCount).toBe(1));
      await eventually(async () => {
        const { accepted, stored, difference } = await reconciliationOf(
          suite.stores.databaseUrl,
          channel.tenant.datamart_id,
        );
        expect({ accepted, stored, difference }).toEqual({ accepted: 2, stored: 1, difference: 1 });
      });
      await plugin.close();
    });
  });
}
