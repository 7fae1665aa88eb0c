import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { ok, PluginDouble, type PluginScript } from '@tributary/testing/plugin-double';
import { Client } from '../client/client.js';
import { registerPlugin, untilEffective } from '../client/plugins.js';
import { newTenant } from '../client/tenant.js';
import { AnalyzedChannel } from './analyzed-channel.js';

const raw = (body: string, contentType = 'application/json'): PluginScript => {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: ${contentType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return () => ({ kind: 'raw', bytes: head + body });
};
const changed =
  (change: object): PluginScript =>
  ({ activity }) =>
    ok({ ...activity, ...change });
const profileOf = ($user_account_id: string) => ({
  $event_name: '$set_user_profile_properties',
  $properties: { $user_account_id, city: 'Nice' },
});

/** Results of analyzers, each with the stored activity that an activity becomes. */
const stored: [name: string, script: PluginScript, sent: object, expected: Record<string, unknown>][] = [
  [
    'as text/html',
    ({ activity }) =>
      raw(JSON.stringify({ status: 'ok', data: { ...activity, seen: 1 } }), 'text/html')({} as never, 1),
    {},
    { seen: 1, $error_analyzer_id: undefined },
  ],
  ['without events', changed({ $events: [] }), {}, { $events: [], $error_analyzer_id: undefined }],
  ['of an activity without events', changed({ seen: 1 }), { $events: [] }, { $events: [], seen: 1 }],
  [
    'with other events and another type',
    changed({ $type: 'TOUCH', $events: [{ $event_name: 'new' }] }),
    {},
    { $type: 'TOUCH', $events: [{ $event_name: 'new' }] },
  ],
  [
    'with other identifiers, time and error, which are put back',
    changed({ $user_agent_id: 'other', $ts: 1, $error_analyzer_id: '77', $user_identifiers: [], seen: 1 }),
    { $ts: 1_700_000_000_000 },
    { $ts: 1_700_000_000_000, $error_analyzer_id: undefined, seen: 1 },
  ],
  ['that leaves out a field', ({ activity }) => ok({ ...activity, gone: undefined }), { gone: 1 }, { gone: undefined }],
  [
    'of an activity with an error id of its client, which is removed',
    changed({ seen: 1 }),
    { $error_analyzer_id: '5' },
    { seen: 1, $error_analyzer_id: undefined },
  ],
];
const invalid: [name: string, script: PluginScript][] = [
  ['no JSON', raw('<html>')],
  ['without data', raw('{"status":"ok"}')],
  ['an empty object', raw('{}')],
  ['of the status error', raw('{"status":"error"}')],
  ['of 3 MiB', ({ activity }) => ok({ ...activity, text: 'x'.repeat(3 * 1024 * 1024) })],
  ['with a profile of a foreign account', changed({ $events: [profileOf('foreign')] })],
  ['without a type', ({ activity }) => ok({ ...activity, $type: undefined })],
];

/** The answers that an analyzer may give, and the fields that it may change. */
export function resultCases(platform: () => Platform): void {
  const scripts = [...stored.map(([, script]) => script), ...invalid.map(([, script]) => script)];
  let plugin: PluginDouble;
  const channels: AnalyzedChannel[] = [];

  beforeAll(async () => {
    plugin = await PluginDouble.start((call, count) => scripts[Number(call.path.split('/')[1])]!(call, count));
    const client = new Client(platform().url, platform().token);
    const tenant = await newTenant(client);
    for (const index of scripts.keys()) {
      const registered = await registerPlugin(client, tenant.organisation_id, `${plugin.url}/${index}`);
      channels.push(await AnalyzedChannel.create(client, [{ plugin: registered }], tenant));
    }
    await untilEffective();
  });

  afterAll(() => plugin?.close());

  describe('a result', () => {
    it.each(stored.map((one, index) => [...one, index] as const))(
      '%s is stored',
      async (_name, _script, sent, expected, index) => {
        const [channel, agent] = [channels[index]!, `result-${index}`];
        const id = await channel.post(agent, sent);
        await eventually(async () => expect(await channel.stored(agent)).toMatchObject([{ $id: id }]));
        const [activity] = await channel.stored(agent);
        for (const [name, value] of Object.entries(expected))
          expect({ [name]: activity?.[name] ?? undefined }).toMatchObject({ [name]: value });
      },
    );

    it.each(invalid.map(([name], index): [string, number] => [name, stored.length + index]))(
      '%s is invalid: the activity is stored as it was',
      async (_name, index) => {
        const [channel, agent] = [channels[index]!, `result-${index}`];
        await channel.post(agent);
        const unchanged = { $events: [{ $event_name: '$home_view' }], $error_analyzer_id: channel.analyzers[0]?.id };
        await eventually(async () => expect(await channel.stored(agent)).toMatchObject([unchanged]));
        expect(await channel.failures()).toMatchObject([{ class: 'INVALID_ANSWER', attempts: 1 }]);
      },
    );
  });
}
