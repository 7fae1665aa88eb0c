import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { PluginDouble, type ReceivedCall, status, unchanged } from '@tributary/testing/plugin-double';
import { Client } from '../client/client.js';
import { newAnalyzedChannel, untilEffective } from '../client/plugins.js';
import { AnalyzedChannel } from './analyzed-channel.js';
import { expectReconciled } from './reconciliation.js';

const timeoutMs = 200;

/** Activities that wait: for a plugin that never answers, for one before them, and for the erasure of their person. */
export function waitingCases(platform: () => Platform, databaseUrl: () => string): void {
  let client: Client;
  const doubles: PluginDouble[] = [];

  const start = async (script: PluginDouble['script']): Promise<PluginDouble> => {
    const double = await PluginDouble.start(script);
    doubles.push(double);
    return double;
  };

  beforeAll(() => {
    client = new Client(platform().url, platform().token);
  });
  afterAll(() => Promise.all(doubles.map((double) => double.close())));

  describe('a plugin is given up after its time-out, three times, if it', () => {
    const unanswering: [name: string, script: PluginDouble['script'], neverReads: boolean][] = [
      ['never answers', () => ({ kind: 'hang' }), false],
      ['drips bytes', () => ({ kind: 'drip', everyMs: 20 }), false],
      ['never reads', unchanged, true],
    ];
    const plugins: PluginDouble[] = [];
    const channels: AnalyzedChannel[] = [];

    beforeAll(async () => {
      for (const [, script, neverReads] of unanswering) {
        const plugin = await start(script);
        plugin.neverReads = neverReads;
        plugins.push(plugin);
        const throttlings = [{ scope: 'GLOBAL', timeout_ms: timeoutMs }];
        channels.push(await AnalyzedChannel.create(client, [{ plugin: plugin.url, throttlings }]));
      }
      await untilEffective();
      // More than the buffers of a connection hold.
      for (const channel of channels) await channel.post('hung', { text: 'x'.repeat(900_000) });
    });

    it.each(unanswering.map(([name], index): [string, number] => [name, index]))('%s', async (_name, index) => {
      const [plugin, channel] = [plugins[index]!, channels[index]!];
      await eventually(async () => expect(await channel.failures()).toMatchObject([{ class: 'TIMEOUT', attempts: 3 }]));
      await eventually(() => expect(plugin.requests.open).toBe(0));
      const error = { $error_analyzer_id: channel.analyzers[0]?.id };
      await eventually(async () => expect(await channel.stored('hung')).toMatchObject([error]));
    });
  });

  it('the calls for one person begin in the order of acceptance, each after the end of the one before, also if attempts fail', async () => {
    const ended = new Map<unknown, number>();
    const overlaps: ReceivedCall[] = [];
    let open = 0;
    const plugin = await start(async (call) => {
      if (open++ > 0) overlaps.push(call);
      await sleep(Math.random() * 20);
      open--;
      const tries = (ended.get(call.activity['n']) ?? 0) + 1;
      ended.set(call.activity['n'], tries);
      return tries === 1 && Math.random() < 0.1 ? status(500) : unchanged(call, 0);
    });
    const channel = await AnalyzedChannel.create(client, [{ plugin: plugin.url }]);
    await untilEffective();
    const sent = Array.from({ length: 100 }, (_, n) => n);
    for (const n of sent) await channel.post('ordered', { n });
    await eventually(async () => expect(await channel.stored('ordered')).toHaveLength(sent.length), {
      within: 180_000,
      every: 500,
    });
    const begun = plugin.calls.map(({ activity }) => activity['n']);
    expect(begun.filter((n, index) => n !== begun[index - 1])).toEqual(sent);
    expect(overlaps).toEqual([]);
    // Otherwise no attempt has failed, and the order shows little. The chance of that is below 1 to 30,000.
    expect(begun.length).toBeGreaterThan(sent.length);
  });

  it('the activities of a person who is erased while they wait, or are analyzed, are not stored', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const plugin = await start(async (call, count) => {
      await released;
      return unchanged(call, count);
    });
    const throttlings = [{ scope: 'GLOBAL', timeout_ms: 120_000 }];
    const channel = await AnalyzedChannel.create(client, [{ plugin: plugin.url, throttlings }]);
    const { datamart_id } = channel.tenant;
    const plain = await newAnalyzedChannel(client, datamart_id, []);
    await untilEffective();
    await channel.post('erased', { $site_id: plain });
    await eventually(async () => expect(await channel.stored('erased')).toHaveLength(1));
    await channel.post('erased');
    await channel.post('erased');
    await channel.post('other');
    await eventually(() => expect(plugin.calls).toHaveLength(2));
    await client.delete(`/datamarts/${datamart_id}/user_points/user_agent_id=erased`);
    release();
    await expectReconciled(databaseUrl(), datamart_id, { accepted: 4, stored: 2, erased: 2 });
    expect(await channel.stored('erased')).toEqual([]);
    expect(await channel.stored('other')).toHaveLength(1);
  });
}
