import { describe, expect, it } from '@jest/globals';
import { assert, property, record, constantFrom, option, uniqueArray, boolean, type Arbitrary } from 'fast-check';
import { planChanges, type Change, type Existing, type Platform } from './changes.js';
import { identityOf, readConfiguration } from './configuration.js';
import { sections, type Section } from './shapes.js';

const channel = (name: string, fields: object = {}): Existing => ({
  id: `id of ${name}`,
  fields: { name, type: 'SITE', enable_analytics: false, leaves_out_bots: false, ...fields },
});
const platformOf = (lists: Partial<Record<Section, Existing[]>>): Platform =>
  new Map(Object.entries(lists) as [Section, Existing[]][]);

function plan(file: object, platform: Platform, prune = false) {
  const { configuration, problems } = readConfiguration(file);
  expect(problems).toEqual([]);
  return planChanges(configuration, platform, prune);
}
const summary = (changes: readonly Change[]) =>
  changes.map(({ change, name, fields }) => [change, name, ...fields.map(({ field }) => field)]);

describe('the changes that a file asks for', () => {
  const platform = platformOf({
    processings: [{ id: '3', fields: { name: 'Offers', legal_basis: 'CONSENT', archived: false } }],
    channels: [channel('Shop', { domain: 'shop.example', processings: ['Offers'] }), channel('Blog')],
  });

  it.each<[string, object, unknown[]]>([
    ['none for what is so already', { channels: [{ name: 'Shop', domain: 'shop.example' }] }, []],
    ['none for a section that is absent', {}, []],
    [
      'one for a field that differs',
      { channels: [{ name: 'Shop', leaves_out_bots: true }] },
      [['changed', 'Shop', 'leaves_out_bots']],
    ],
    [
      'one for a value that null removes',
      { channels: [{ name: 'Shop', domain: null }] },
      [['changed', 'Shop', 'domain']],
    ],
    ['none for null where nothing is', { channels: [{ name: 'Blog', domain: null }] }, []],
    ['a new resource', { channels: [{ name: 'App', type: 'CTV' }] }, [['added', 'App']]],
    ['a selection', { channels: [{ name: 'Blog', processings: ['Offers'] }] }, [['changed', 'Blog', 'processings']]],
    ['none for a selection that is left out', { channels: [{ name: 'Shop', processings: [] }] }, []],
  ])('are %s', (_case, file, expected) => {
    const { changes, problems } = plan(file, platform);
    expect({ changes: summary(changes), problems }).toEqual({ changes: expected, problems: [] });
  });

  it('keep all fields that the file does not have', () => {
    const [change] = plan({ channels: [{ name: 'Shop', leaves_out_bots: true }] }, platform).changes;
    expect(change?.entry).toMatchObject({ domain: 'shop.example', processings: ['Offers'], leaves_out_bots: true });
  });

  it('end resources and selections with prune only', () => {
    const file = { channels: [{ name: 'Shop', processings: [] }], processings: [] };
    expect(plan(file, platform)).toMatchObject({ changes: [], kept: 3 });
    expect(summary(plan(file, platform, true).changes)).toEqual([
      ['archived', 'Offers'],
      ['changed', 'Shop', 'processings'],
      ['removed', 'Blog'],
    ]);
  });

  it('never end the default compartment, and bring an archived resource back', () => {
    const compartments = [
      { id: 'default', fields: { compartment_id: 'default', name: 'Default', archived: false } },
      { id: 'b2b', fields: { compartment_id: 'b2b', name: 'B2B', archived: true } },
    ];
    expect(plan({ compartments: [] }, platformOf({ compartments }), true)).toMatchObject({ changes: [], kept: 0 });
    const file = { compartments: [{ compartment_id: 'b2b' }] };
    expect(summary(plan(file, platformOf({ compartments })).changes)).toEqual([['changed', 'b2b', 'archived']]);
  });
});

describe('a file is refused before the first change', () => {
  const platform = platformOf({
    channels: [channel('Shop', { id: 'shop' }), channel('Twin'), channel('Twin')],
    segments: [{ id: '1', fields: { name: 'VIP', technical_name: 'vip' } }],
    collect_keys: [],
  });
  it.each<[object, string, string]>([
    [{ channels: [{ name: 'Shop', type: 'CTV' }] }, 'channels[0].type', 'cannot change: it is "SITE"'],
    [{ channels: [{ name: 'New' }] }, 'channels[0].type', 'is required: New does not exist yet'],
    [{ channels: [{ name: 'Twin' }] }, 'channels[0]', 'the platform has 2 of this name'],
    [
      { channels: [{ name: 'New', type: 'SITE', id: 'shop' }] },
      'channels',
      'Shop and New would have the same id "shop"',
    ],
    [
      { segments: [{ name: 'Other', technical_name: 'vip' }] },
      'segments',
      'VIP and Other would have the same technical_name',
    ],
    [{ collect_keys: [{ name: 'Web', channel: 'Shpo' }] }, 'collect_keys[0].channel', 'there is no channel "Shpo"'],
  ])('%j', (file, path, message) =>
    expect(plan(file, platform).problems).toContainEqual({
      path,
      message: expect.stringContaining(message) as unknown,
    }),
  );

  it.each<[unknown, string, string]>([
    [[], '', 'must hold a JSON object'],
    [{ chanels: [] }, 'chanels', 'is unknown: a file has event_types, processings, datamart'],
    [{ channels: {} }, 'channels', 'must be a list'],
    [{ channels: [7] }, 'channels[0]', 'must be an object'],
    [{ channels: [{ type: 'SITE' }] }, 'channels[0].name', 'must be a text'],
    [
      { channels: [{ name: 'A', domian: 'a.example' }] },
      'channels[0].domian',
      'is unknown: the fields of a channel are name',
    ],
    [{ channels: [{ name: 'A' }, { name: 'A' }] }, 'channels[1]', 'has the name of channels[0]'],
    [{ datamart: { time_zone: 'CEST' } }, 'datamart.time_zone', 'must be a time zone'],
    [{ datamart: { flag_rules: { account: 1 } } }, 'datamart.flag_rules.account', 'is unknown'],
    [{ collect_keys: [{ name: 'A', key: 'tck_1' }] }, 'collect_keys[0].key', 'is unknown'],
    [{ dashboards: [{ title: 'A', content: {} }] }, 'dashboards[0].content.sections', 'is required'],
  ])('%j, which is wrong by itself', (file, path, message) =>
    expect(readConfiguration(file).problems).toContainEqual({
      path,
      message: expect.stringContaining(message) as unknown,
    }),
  );
});

describe('applying a file twice', () => {
  const segment: Arbitrary<Record<string, unknown>> = record(
    { name: constantFrom('a', 'b', 'c'), short_description: option(constantFrom('x', 'y')), paused: boolean() },
    { requiredKeys: ['name'] },
  );
  const segments = uniqueArray(segment, { selector: ({ name }) => name });

  it('changes nothing the second time', () =>
    assert(
      property(segments, segments, boolean(), (before, file, prune) => {
        const existing = before.map((fields) => ({ id: String(fields.name), fields }));
        const after = applied(existing, plan({ segments: file }, platformOf({ segments: existing }), prune).changes);
        const again = plan({ segments: file }, platformOf({ segments: after }), prune);
        expect(again.changes).toEqual([]);
        if (prune) expect(after.map(({ id }) => id).toSorted()).toEqual(file.map(({ name }) => name).toSorted());
      }),
      { numRuns: 300 },
    ));

  const applied = (existing: Existing[], changes: readonly Change[]): Existing[] => {
    const after = new Map(existing.map((each) => [each.id, each]));
    for (const { change, name, entry } of changes)
      if (change === 'removed') after.delete(name);
      else after.set(identityOf('segments', entry), { id: name, fields: entry });
    return [...after.values()];
  };

  it('(control) a field that is not written would be asked for again', () => {
    const existing = [{ id: 'a', fields: { name: 'a', paused: false } }];
    expect(plan({ segments: [{ name: 'a', paused: true }] }, platformOf({ segments: existing })).changes).toHaveLength(
      1,
    );
    expect(sections).toContain('segments');
  });
});
