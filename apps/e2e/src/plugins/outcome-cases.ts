import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { drop, ok, type PluginDouble, status } from '@tributary/testing/plugin-double';
import { Client } from '../client/client.js';
import { type RecoveryStrategy, registerPlugin, untilEffective } from '../client/plugins.js';
import { newTenant, type Tenant } from '../client/tenant.js';
import { AnalyzedChannel, type Link, startPluginByPath } from './analyzed-channel.js';
import { expectReconciled } from './reconciliation.js';

const strategies: RecoveryStrategy[] = [
  'STORE_WITH_ERROR_ID',
  'STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS',
  'DROP',
];
/** Each way to fail, with what the list of failures says of it. */
const failures = [
  ['reset', { class: 'UNAVAILABLE', attempts: 3 }],
  ['hang', { class: 'TIMEOUT', attempts: 3 }],
  ['status500', { class: 'PLUGIN_ERROR', status: 500, attempts: 3 }],
  ['status429', { class: 'BUSY', status: 429, attempts: 3 }],
  ['status404', { class: 'INVALID_ANSWER', status: 404, attempts: 1 }],
  ['no-worker', { class: 'NO_WORKER', attempts: 0 }],
] as const;
const cases = failures.flatMap(([name, failure]) => strategies.map((strategy) => ({ name, failure, strategy })));

const startPlugin = () =>
  startPluginByPath({
    first: ({ activity }) => ok({ ...activity, first: true }),
    third: ({ activity }) => ok({ ...activity, third: true }),
    reset: () => ({ kind: 'reset' }),
    hang: () => ({ kind: 'hang' }),
    status500: () => status(500, {}, 'at Object.<anonymous> (secret.js:1)'),
    status429: () => status(429, {}, '{"status":"RETRY"}'),
    status404: () => status(404),
    drop: () => drop,
  });

/** Chains of three analyzers of which the second one fails, in each way and with each strategy. */
export function outcomeCases(platform: () => Platform, databaseUrl: () => string): void {
  let plugin: PluginDouble;
  let client: Client;
  let tenant: Tenant;
  const channels: AnalyzedChannel[] = [];

  beforeAll(async () => {
    plugin = await startPlugin();
    client = new Client(platform().url, platform().token);
    tenant = await newTenant(client);
    const { organisation_id } = tenant;
    const first = await registerPlugin(client, organisation_id, `${plugin.url}/first`);
    const third = await registerPlugin(client, organisation_id, `${plugin.url}/third`);
    for (const { name, strategy } of cases) {
      const failing: Link = {
        plugin: `${plugin.url}/${name}`,
        strategy,
        throttlings: name === 'hang' ? [{ scope: 'GLOBAL', timeout_ms: 300 }] : [],
      };
      const channel = await AnalyzedChannel.create(client, [{ plugin: first }, failing, { plugin: third }], tenant);
      if (name === 'no-worker') await client.delete(`${channel.plugins[1]?.path}/worker`);
      channels.push(channel);
    }
    await untilEffective();
    for (const [index, channel] of channels.entries()) await channel.post(`case-${index}`);
  });

  afterAll(() => plugin?.close());

  describe.each(cases.map((one, index) => ({ ...one, index })))(
    'on $name, $strategy',
    ({ failure, strategy, index }) => {
      it('decides the outcome of the activity, and the failure is listed', async () => {
        const channel = channels[index]!;
        await eventually(async () => expect(await channel.failures(1)).toMatchObject([failure]));
        if (strategy === 'DROP') return;
        const error = { first: true, $error_analyzer_id: channel.analyzers[1]?.id };
        await eventually(async () => expect(await channel.stored(`case-${index}`)).toMatchObject([error]));
        const [activity] = await channel.stored(`case-${index}`);
        expect(activity?.['third']).toBe(strategy === 'STORE_WITH_ERROR_ID' ? true : undefined);
        expect(await channel.failures(0)).toEqual([]);
      });
    },
  );

  it('all are counted once: stored, or dropped on an error', async () => {
    const dropped_on_error = cases.filter(({ strategy }) => strategy === 'DROP').length;
    await expectReconciled(databaseUrl(), tenant.datamart_id, {
      accepted: cases.length,
      stored: cases.length - dropped_on_error,
      dropped_on_error,
    });
    for (const [index, { strategy }] of cases.entries())
      if (strategy === 'DROP') expect(await channels[index]?.stored(`case-${index}`)).toEqual([]);
  });

  it('a dropped activity is seen by no later analyzer, nor stored, nor analyzed again when it is sent again', async () => {
    const chain = ['first', 'drop', 'third'].map((name) => ({ plugin: `${plugin.url}/${name}` }));
    const channel = await AnalyzedChannel.create(client, chain);
    await untilEffective();
    const activity = channel.activity('dropped');
    await channel.post('dropped', activity);
    await expectReconciled(databaseUrl(), channel.tenant.datamart_id, { accepted: 1, dropped: 1 });
    await channel.post('dropped', activity);
    await expectReconciled(databaseUrl(), channel.tenant.datamart_id, { accepted: 2, dropped: 1, duplicate: 1 });
    expect(channel.analyzers.map(({ id }) => plugin.arrivals(id).length)).toEqual([1, 1, 0]);
    expect(await channel.stored('dropped')).toEqual([]);
  });

  it('a stored activity that is sent again is stored once', async () => {
    const channel = await AnalyzedChannel.create(client, [{ plugin: `${plugin.url}/first` }]);
    await untilEffective();
    const activity = channel.activity('again');
    await channel.post('again', activity);
    await expectReconciled(databaseUrl(), channel.tenant.datamart_id, { accepted: 1, stored: 1 });
    await channel.post('again', activity);
    await expectReconciled(databaseUrl(), channel.tenant.datamart_id, { accepted: 2, stored: 1, duplicate: 1 });
    expect(await channel.stored('again')).toHaveLength(1);
  });
}
