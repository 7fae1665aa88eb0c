import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client } from '../client/client.js';
import { Cli } from './cli.js';

const chart = { type: 'Metric', title: 'Users', dataset: { type: 'activities_analytics' } };
const content = { sections: [{ title: 'Sales', cards: [{ x: 0, y: 0, w: 4, h: 2, charts: [chart] }] }] };

/** Everything that a file can hold. */
const shop = {
  datamart: { flag_rules: { merges: 9 } },
  processings: [{ name: 'Apply offers', legal_basis: 'CONSENT', purpose: 'Offers' }],
  event_types: [{ name: 'apply order', status: 'EXPECTED', schema: { required: ['id'] }, on_violation: 'REFUSE' }],
  compartments: [{ compartment_id: 'apply-members', name: 'Members', exclusive: true }],
  segments: [{ name: 'Apply VIP', technical_name: 'apply_vip', default_ttl: 86_400_000 }],
  analyzers: [
    {
      name: 'Apply cleaner',
      plugin: 'com.example.apply/cleaner',
      version: '1.0.0',
      error_recovery_strategy: 'DROP',
      properties: { limit: { value: 7 } },
    },
  ],
  channels: [
    {
      name: 'Apply shop',
      type: 'SITE',
      id: 'apply.example.com',
      processings: ['Apply offers'],
      analyzers: ['Apply cleaner'],
    },
    { name: 'Apply app', type: 'MOBILE_APPLICATION', leaves_out_bots: true },
  ],
  dashboards: [{ title: 'Apply sales', scopes: ['segments'], segments: ['Apply VIP'], content }],
  collect_keys: [
    { name: 'Apply web', channel: 'Apply shop', allowed_origins: ['https://apply.example.com'], max_qps: 50 },
  ],
};

interface Result {
  changes: { change: string; name: string }[];
  collect_keys: { name: string; key: string }[];
}

/** The configuration of a datamart in one file. */
export function cliApply(platform: () => Platform): void {
  let cli: Cli;
  const client = () => new Client(platform().url, platform().token);
  const write = (name: string, value: object) => cli.file(name, JSON.stringify(value));
  const printed = async () => JSON.parse(await cli.succeed('apply', '--print')) as typeof shop;
  const applied = (...args: string[]) => cli.json<Result>('apply', '-f', ...args, '--yes');

  beforeAll(async () => {
    cli = await Cli.create();
    await cli.login(platform().url, platform().token);
    const coordinates = { group_id: 'com.example.apply', artifact_id: 'cleaner' };
    const plugin = { organisation_id: '1', plugin_type: 'ACTIVITY_ANALYZER', ...coordinates };
    const { id } = await client().post('/plugins', plugin);
    const property = { property_type: 'INT', writable: true, deletable: true, origin: 'PLUGIN' };
    const plugin_properties = [
      { ...property, technical_name: 'limit', value: { value: 1 } },
      { ...property, technical_name: 'token', property_type: 'STRING', value: { value: 's' }, secret: true },
    ];
    await client().post(`/plugins/${id}/versions`, { version_id: '1.0.0', plugin_properties });
  });

  describe('a configuration in a file', () => {
    it('is shown first, and is not applied in a script that does not say --yes', async () => {
      await write('shop.json', shop);
      const before = await printed();
      const dry = await cli.json<Result>('apply', '-f', 'shop.json', '--dry-run');
      expect(dry).toMatchObject({ applied: false });
      expect(dry.changes.map(({ change, name }) => `${change} ${name}`)).toEqual([
        'added apply order',
        'added Apply offers',
        'changed ',
        'added apply-members',
        'added Apply VIP',
        'added Apply cleaner',
        'added Apply shop',
        'added Apply app',
        'added Apply sales',
        'added Apply web',
      ]);
      const asked = await cli.run(['apply', '-f', 'shop.json']);
      expect(asked).toMatchObject({ code: 2, errors: expect.stringContaining('+ channel Apply shop') as unknown });
      expect(asked.errors).toContain('--yes');
      expect(await printed()).toEqual(before);
    });

    it('is applied, prints the keys that it has made, and then there is nothing to do', async () => {
      const { collect_keys } = await applied('shop.json');
      expect(collect_keys).toEqual([{ name: 'Apply web', key: expect.stringMatching(/^tck_/) as unknown }]);
      const again = await cli.run(['apply', '-f', 'shop.json', '--yes', '-o', 'json']);
      expect(again).toMatchObject({ code: 0, errors: expect.stringContaining('Nothing to do') as unknown });
      expect(JSON.parse(again.out)).toMatchObject({ changes: [], collect_keys: [] });
      expect(await cli.json('channel', 'list')).toContainEqual(expect.objectContaining({ id: 'apply.example.com' }));
    });

    it('is what the platform prints, without values of keys', async () => {
      const now = await printed();
      expect(now).toMatchObject({
        datamart: { name: expect.any(String) as unknown, flag_rules: { merges: 9, accounts: 4 } },
        processings: expect.arrayContaining(shop.processings) as unknown,
        analyzers: expect.arrayContaining(shop.analyzers) as unknown,
        event_types: expect.arrayContaining(shop.event_types) as unknown,
        channels: expect.arrayContaining(
          shop.channels.map((each) => expect.objectContaining(each) as unknown),
        ) as unknown,
        dashboards: expect.arrayContaining([
          ...shop.dashboards.map((each) => expect.objectContaining(each) as unknown),
        ]) as unknown,
      });
      expect(JSON.stringify(now)).not.toContain('tck_');
      await write('printed.json', now);
      expect((await applied('printed.json')).changes).toEqual([]);
    });

    it('changes one field alone, and keeps the id and the value of a key', async () => {
      const keys = () => cli.json<{ name: string; key: string }[]>('collect-key', 'list');
      const before = (await keys()).find(({ name }) => name === 'Apply web');
      await write('one.json', { collect_keys: [{ name: 'Apply web', max_qps: null }] });
      expect(await cli.succeed('apply', '-f', 'one.json', '--dry-run')).toMatch(
        /~ +collect key +Apply web +max_qps: 50 → none/,
      );
      await applied('one.json');
      const { max_qps: _gone, ...kept } = before as Record<string, unknown>;
      expect((await keys()).find(({ name }) => name === 'Apply web')).toEqual(kept);
    });

    it.each<[string, object, string]>([
      ['a misspelt field', { channels: [{ name: 'Apply shop', domian: 'a' }] }, 'channels[0].domian: is unknown'],
      [
        'a channel that does not exist',
        { collect_keys: [{ name: 'X', channel: 'Nowhere' }] },
        'collect_keys[0].channel: there is no channel "Nowhere"',
      ],
      [
        'a plugin version that does not exist',
        { analyzers: [{ name: 'Apply cleaner', version: '9' }] },
        'analyzers[0].version: the platform has no version 9',
      ],
      [
        'a secret',
        { analyzers: [{ name: 'Apply cleaner', properties: { token: { value: 'x' } } }] },
        'analyzers[0].properties: token is secret',
      ],
      [
        'a schema that the platform refuses',
        { event_types: [{ name: 'apply bad', status: 'EXPECTED', schema: { type: 'x' } }] },
        'schema/type',
      ],
    ])('with %s changes nothing', async (_case, wrong, problem) => {
      const before = await printed();
      const { channels = [], ...others } = wrong as { channels?: object[] };
      await write('bad.json', { ...others, channels: [...channels, { name: 'Apply half', type: 'SITE' }] });
      const ended = await cli.run(['apply', '-f', 'bad.json', '--yes']);
      expect(ended.code).toBe(1);
      expect(ended.errors).toContain(problem);
      expect(await printed()).toEqual(before);
    });

    it('changes nothing with a token that may write a part of it only', async () => {
      await write('both.json', {
        segments: [{ name: 'Apply half' }],
        processings: [{ name: 'Apply half', legal_basis: 'CONSENT' }],
      });
      const before = await printed();
      const { value, id } = await cli.json<{ value: string; id: string }>(
        'token',
        'create',
        'apply',
        '--role',
        'EDITOR',
      );
      const ended = await cli.run(['apply', '-f', 'both.json', '--yes'], { env: { TRIBUTARY_TOKEN: value } });
      expect(ended).toMatchObject({
        code: 1,
        errors: expect.stringContaining('processings: needs the role COMMUNITY_ADMIN') as unknown,
      });
      expect(await printed()).toEqual(before);
      await cli.succeed('token', 'revoke', id);
    });

    it('ends what a file no longer names with --prune only, in the sections that it has', async () => {
      const { channels, collect_keys, dashboards, ...others } = await printed();
      const isOurs = ({ name, title = name }: { name?: string; title?: string | undefined }) =>
        title?.startsWith('Apply') === true;
      await write('less.json', {
        channels: channels.filter((each) => !isOurs(each)),
        collect_keys: collect_keys.filter((each) => !isOurs(each)),
        dashboards: dashboards.filter((each) => !isOurs(each)),
      });
      const kept = await cli.run(['apply', '-f', 'less.json', '--yes']);
      expect(kept).toMatchObject({
        code: 0,
        errors: expect.stringContaining('4 more that the file does not name') as unknown,
      });
      const { changes } = await applied('less.json', '--prune');
      expect(changes.map(({ change, name }) => `${change} ${name}`).toSorted()).toEqual([
        'archived Apply sales',
        'removed Apply app',
        'removed Apply shop',
        'removed Apply web',
      ]);
      expect(await printed()).toEqual({ ...others, ...(JSON.parse(await cli.read('less.json')) as object) });
    });

    it('(afterwards) the other suites of this platform find it as it was', async () => {
      const now = await printed();
      const named = (text: string | undefined) => text?.toLowerCase().startsWith('apply') === true;
      await write('rest.json', {
        datamart: { flag_rules: { merges: 8 } },
        processings: now.processings.filter(({ name }) => !named(name)),
        event_types: now.event_types.filter(({ name }) => !named(name)),
        compartments: now.compartments.filter(({ compartment_id }) => !named(compartment_id)),
        segments: now.segments.filter(({ name }) => !named(name)),
        analyzers: now.analyzers.filter(({ name }) => !named(name)),
      });
      await applied('rest.json', '--prune');
      await eventually(async () => expect(JSON.stringify(await printed())).not.toContain('Apply'));
    });
  });
}
