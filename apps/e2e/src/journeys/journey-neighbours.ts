import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { PluginDouble } from '@tributary/testing/plugin-double';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client } from '../client/client.js';
import { untilEffective } from '../client/plugins.js';
import { AnalyzedChannel } from '../plugins/analyzed-channel.js';

/** The default of ANALYSIS_BACKLOG. */
const backlog = 1_000_000;
const throttling = { scope: 'GLOBAL', timeout_ms: 600_000, max_qps: 0.01 };

/** An organisation has a plugin that hangs, and as many activities that wait for it as may wait at all. */
export function neighboursJourney(platform: () => Platform, databaseUrl: () => string): void {
  let hanging: PluginDouble;
  let quick: PluginDouble;
  let client: Client;
  let greedy: AnalyzedChannel;
  let victim: AnalyzedChannel;

  beforeAll(async () => {
    hanging = await PluginDouble.start(() => ({ kind: 'hang' }));
    quick = await PluginDouble.start();
    client = new Client(platform().url, platform().token);
    const strategy = 'STORE_WITH_ERROR_ID';
    greedy = await AnalyzedChannel.create(client, [{ plugin: hanging.url, strategy, throttlings: [throttling] }]);
    victim = await AnalyzedChannel.create(client, [{ plugin: quick.url }]);
    await untilEffective();
  });
  afterAll(async () => {
    hanging.resetConnections();
    await Promise.all([hanging.close(), quick.close()]);
  });

  const post = (channel: AnalyzedChannel, agent: string) =>
    client.call<{ data: { id: string } }>(
      'POST',
      `/datamarts/${channel.tenant.datamart_id}/user_activities`,
      channel.activity(agent),
    );

  /** Counts so many more activities in the queue of the organisation, as if they had been sent. */
  async function wait(more: number): Promise<void> {
    const { rows } = await queryDatabase(
      databaseUrl(),
      `update activity_analysis.analysis_queues set waiting = waiting + ${more}
       where datamart_id = ${Number(greedy.tenant.datamart_id)} returning waiting`,
    );
    expect(rows).toHaveLength(1);
  }

  it('has an activity that waits', async () => {
    await greedy.post('first');
    await eventually(() => expect(hanging.requests.open).toBe(1));
  });

  it('takes no place from another organisation, while its own new activities find none', async () => {
    await wait(backlog);
    try {
      for (let posts = 0; posts < 8; posts++) {
        const agent = `victim-${posts}`;
        await victim.post(agent);
        await eventually(async () => expect(await victim.stored(agent)).toHaveLength(1));
      }
      expect(await victim.failures()).toEqual([]);
      if (isEmbedded(platform())) expect(await post(greedy, 'second')).toMatchObject({ status: 503 });
      else await expectEndedAtOnce('second');
    } finally {
      await wait(-backlog);
    }
  });

  it('waits again for its plugin when it has places (control)', async () => {
    await greedy.post('third');
    const waiting = `select from activity_analysis.waiting_activities where datamart_id = ${Number(greedy.tenant.datamart_id)}`;
    await eventually(async () => expect((await queryDatabase(databaseUrl(), waiting)).rowCount).toBe(2));
    expect(await greedy.stored('third')).toEqual([]);
  });

  /** It was answered before it had no place. */
  async function expectEndedAtOnce(agent: string): Promise<void> {
    const activity_id = await greedy.post(agent);
    await eventually(async () => expect(await greedy.stored(agent)).toHaveLength(1));
    expect(await greedy.failures()).toEqual([expect.objectContaining({ activity_id, class: 'EXPIRED', attempts: 0 })]);
  }
}

function isEmbedded(platform: Platform): boolean {
  try {
    return platform.process('standalone').isRunning;
  } catch {
    return false;
  }
}
