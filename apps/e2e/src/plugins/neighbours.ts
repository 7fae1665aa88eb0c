import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { eventually } from '@tributary/testing/eventually';
import { after, PluginDouble } from '@tributary/testing/plugin-double';
import { Client } from '../client/client.js';
import { untilEffective } from '../client/plugins.js';
import { newTenant } from '../client/tenant.js';
import { AnalyzedChannel } from './analyzed-channel.js';

/** Three quarters of the calls that a process makes at the same time. */
const shareOfOne = 192;
const analyzers = 10;
const timeout = { scope: 'GLOBAL', timeout_ms: 600_000 };

/** An organisation whose ten analyzers never answer, beside others. */
export function pluginNeighbours(platform: () => Platform): void {
  let hanging: PluginDouble;
  let quick: PluginDouble;
  let greedy: AnalyzedChannel[];
  let victims: AnalyzedChannel[];
  const sent: string[] = [];

  beforeAll(async () => {
    hanging = await PluginDouble.start(() => ({ kind: 'hang' }));
    quick = await PluginDouble.start(after(5));
    const client = new Client(platform().url, platform().token);
    const tenant = await newTenant(client);
    const chain = [{ plugin: hanging.url, throttlings: [timeout] }];
    greedy = [];
    for (let i = 0; i < analyzers; i++) greedy.push(await AnalyzedChannel.create(client, chain, tenant));
    victims = [];
    for (let i = 0; i < 3; i++) victims.push(await AnalyzedChannel.create(client, [{ plugin: quick.url }]));
    await untilEffective();
  });
  afterAll(() => Promise.all([hanging, quick].map((plugin) => plugin.close())));

  const untilStored = (channel: AnalyzedChannel, agent: string) =>
    eventually(async () => expect(await channel.stored(agent)).toHaveLength(1), { within: 300_000 });

  it('holds three quarters of the calls at most', async () => {
    for (const victim of victims) {
      await victim.post('before');
      await untilStored(victim, 'before');
    }
    for (const channel of greedy)
      for (let i = 0; i < 30; i++) {
        sent.push(`hung-${randomUUID()}`);
        await channel.post(sent.at(-1) as string);
      }
    // Other organisations of the suite hold a few.
    await eventually(() => expect(hanging.requests.open).toBeGreaterThan(shareOfOne / 2), { within: 180_000 });
  });

  it('delays no activity of others, while more of its own wait (control)', async () => {
    for (const victim of victims)
      for (let i = 0; i < 5; i++) {
        await victim.post(`during-${i}`);
        await untilStored(victim, `during-${i}`);
      }
    const { open, most } = hanging.requests;
    expect(open).toBeGreaterThan(shareOfOne / 2);
    expect(most).toBeLessThanOrEqual(shareOfOne);
    hanging.script = after(5);
    hanging.resetConnections();
    for (const agent of sent) await untilStored(greedy[0] as AnalyzedChannel, agent);
  });
}
