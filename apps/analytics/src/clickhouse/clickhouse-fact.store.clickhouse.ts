import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { StoredActivity } from '@tributary/contracts/tracking/activity';
import { type ClickHouseTestStore } from '../../test/clickhouse/clickhouse-stores.js';
import { aMerge, aMessage, anActivity, anErasure, aSegmentChange } from '../../test/messages.js';
import { smallestFirst } from './row-versions.js';
import { open } from '../../test/clickhouse/fact-store-fixture.js';

const dayMs = 86_400_000;

/** The totals that reports count: activities, people and revenue of datamart 1. */
async function totals({ store }: ClickHouseTestStore): Promise<unknown[]> {
  const sql = `select toFloat64(count(*)), toFloat64(count(distinct user_point_id)),
    toString(coalesce(sum(transaction_amount), 0)) from ${store.dialect.facts("'1'")}`;
  const [row] = await store.query({ sql, params: [] }, ['spec']);
  return row ?? [];
}

describe('an activity that is published several times', () => {
  const copies = () => {
    const one = anActivity({ transaction_amount: '1.5' });
    const early = anActivity({ ts: Date.now() - 70 * dayMs, transaction_amount: '2.25' });
    return [one, early];
  };

  it('counts once: in one insert, in two, over months, before and after parts are merged', async () => {
    const test = await open();
    const both = copies();
    await test.connection.command('system stop merges facts');
    await test.store.storeActivities([aMessage({ activities: [...both, ...both] }), aMessage({ activities: both })]);
    await test.store.storeActivities([aMessage({ activities: both })]);
    // Control: all of them are on the disk.
    const onDisk = async () => (await test.connection.rows<{ n: number }>('select count() as n from facts'))[0]?.n;
    expect(await onDisk()).toBeGreaterThanOrEqual(4);
    expect(await totals(test)).toEqual([2, 2, '3.75']);
    await test.connection.command('system start merges facts');
    await test.connection.command('optimize table facts final');
    expect(await onDisk()).toBe(2);
    expect(await totals(test)).toEqual([2, 2, '3.75']);
  });

  it('stays as it was published first, in any order of arrival', async () => {
    const test = await open();
    const one = anActivity({ channel_id: 'first' });
    await test.store.storeActivities([aMessage({ time: 2_000, activities: [{ ...one, channel_id: 'second' }] })]);
    await test.store.storeActivities([aMessage({ time: 1_000, activities: [one] })]);
    await test.store.storeActivities([aMessage({ time: 3_000, activities: [{ ...one, channel_id: 'third' }] })]);
    const sql = `select channel_id from ${test.store.dialect.facts("'1'")}`;
    expect(await test.store.query({ sql, params: [] }, ['spec'])).toEqual([['first']]);
  });

  it('is counted once when it was in the future at first', async () => {
    const now = Date.now();
    const one = anActivity({ ts: now + 40 * dayMs });
    await (await open({ now: () => now })).store.storeActivities([aMessage({ activities: [one] })]);
    const later = await open({ now: () => now + 30 * dayMs });
    await later.store.storeActivities([aMessage({ activities: [one] })]);
    expect((await totals(later))[0]).toBe(1);
  });

  it('is counted again after its topic was recreated, where offsets start over', async () => {
    const test = await open();
    await test.store.storeActivities([aMessage({ offset: 0 }), aMessage({ offset: 1 })]);
    await test.store.storeActivities([aMessage({ offset: 0 }), aMessage({ offset: 1 })]);
    expect(await test.count()).toBe(4);
  });
});

describe('two processes', () => {
  it('that store the same and other halves of activities at the same time count each once', async () => {
    const [one, other] = [await open(), await open()];
    await one.connection.command('system stop merges facts');
    const all = Array.from({ length: 400 }, (_, index) =>
      anActivity({ transaction_amount: '1', ts: Date.now() - (index % 60) * dayMs }),
    );
    const pages = (from: number, to: number) =>
      Array.from({ length: (to - from) / 20 }, (_, page) => all.slice(from + 20 * page, from + 20 * (page + 1)));
    const write = ({ store }: ClickHouseTestStore, from: number, to: number) =>
      Promise.all(pages(from, to).map((page) => store.storeActivities([aMessage({ activities: page })])));
    await Promise.all([write(one, 0, 300), write(other, 100, 400)]);
    expect(await totals(one)).toEqual([400, 400, '400']);
    expect(await totals(other)).toEqual([400, 400, '400']);
  });

  it('that start at the same time both find the tables', async () => {
    const stores = await Promise.all(Array.from({ length: 4 }, () => open()));
    await Promise.all(stores.map(({ store }) => store.storeActivities([aMessage()])));
    expect(await Promise.all(stores.map(({ count }) => count()))).toEqual([4, 4, 4, 4]);
  });

  it('that apply merges of one person at the same time find all of its ids', async () => {
    const stores = [await open(), await open(), await open()];
    const ids = Array.from({ length: 24 }, () => randomUUID());
    await stores[0]?.store.storeActivities([
      aMessage({ activities: ids.map((id) => anActivity({ user_point_id: id })) }),
    ]);
    const chain = ids.slice(1).map((id, index): [string, string] => [id, ids[index] ?? id]);
    await Promise.all(chain.map(async (merge, index) => stores[index % 3]?.store.mergeUserPoints([aMerge([merge])])));
    expect((await totals(stores[0] as ClickHouseTestStore)).slice(0, 2)).toEqual([24, 1]);
  });

  it('agree after a process that was paused writes what it computed before', async () => {
    const test = await open();
    const [a, b, c] = ['a', 'b', 'c'].map((digit) => randomUUID().replace(/^./, digit)) as [string, string, string];
    await test.store.storeActivities([
      aMessage({ activities: [a, b, c].map((id) => anActivity({ user_point_id: id })) }),
    ]);
    await test.store.mergeUserPoints([aMerge([[c, b]])]);
    await test.store.mergeUserPoints([aMerge([[b, a]])]);
    const late = { timeline: 0, datamart_id: '1', user_point_id: c, survivor_id: b, version: smallestFirst(b) };
    await test.connection.insert('survivors', [late]);
    expect((await totals(test)).slice(0, 2)).toEqual([3, 1]);
    // Control: with a later version the row would win.
    await test.connection.insert('survivors', [
      { ...late, version: smallestFirst('00000000-0000-0000-0000-000000000000') },
    ]);
    expect((await totals(test)).slice(0, 2)).toEqual([3, 2]);
  });
});

describe('merges and erasures', () => {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];

  it.each(orders)('resolve a chain and a fork in the order %i %i %i', async (...order) => {
    const test = await open();
    const [a, b, c, d] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string];
    const merges: [string, string][] = [
      [d, c],
      [c, a],
      [c, b],
    ];
    await test.store.storeActivities([
      aMessage({ activities: [a, b, c, d].map((id) => anActivity({ user_point_id: id })) }),
    ]);
    for (const index of order) await test.store.mergeUserPoints([aMerge([merges[index] ?? [a, b]])]);
    expect((await totals(test)).slice(0, 2)).toEqual([4, 1]);
    await test.store.eraseUserPoints([anErasure([d.toUpperCase()])]);
    expect((await totals(test)).slice(0, 2)).toEqual([0, 0]);
  });

  it('erase a person that an erased id is merged into later, and what arrives later still', async () => {
    const test = await open();
    const [one, other] = [randomUUID(), randomUUID()];
    await test.store.eraseUserPoints([anErasure([one])]);
    await test.store.storeActivities([aMessage({ activities: [anActivity({ user_point_id: other }), anActivity()] })]);
    expect((await totals(test))[0]).toBe(2);
    await test.store.mergeUserPoints([aMerge([[one, other]])]);
    expect((await totals(test))[0]).toBe(1);
    await test.store.storeActivities([aMessage({ activities: [anActivity({ user_point_id: other })] })]);
    expect((await totals(test))[0]).toBe(1);
  });

  it('are of one datamart', async () => {
    const test = await open();
    const [one, other] = [randomUUID(), randomUUID()];
    await test.store.storeActivities([
      aMessage({ activities: [one, other].map((id) => anActivity({ user_point_id: id })) }),
    ]);
    await test.store.mergeUserPoints([aMerge([[one, other]], { datamart_id: '2' })]);
    await test.store.eraseUserPoints([anErasure([one], { datamart_id: '2' })]);
    expect((await totals(test)).slice(0, 2)).toEqual([2, 2]);
  });
});

describe('values at the limits', () => {
  const ask = ({ store }: ClickHouseTestStore, sql: string, params: (string | string[] | number)[] = []) =>
    store.query({ sql: sql.replace('facts', store.dialect.facts("'1'")), params }, ['spec']);

  it.each<[string, Partial<StoredActivity>, string, unknown[]]>([
    [
      'an amount of 10^20',
      { transaction_amount: `1${'0'.repeat(20)}` },
      'toString(transaction_amount)',
      [`1${'0'.repeat(20)}`],
    ],
    [
      'an amount of -10^30',
      { transaction_amount: `-1${'0'.repeat(30)}` },
      'toString(transaction_amount)',
      [`-1${'0'.repeat(20)}`],
    ],
    ['the least amount', { transaction_amount: '-0.000001' }, 'toString(transaction_amount)', ['-0.000001']],
    [
      'a sum of cents',
      { transaction_amount: '12183894.975999' },
      'toFloat64(toString(transaction_amount))',
      [12183894.975999],
    ],
    ['a count beyond 2^53', { number_of_user_events: 2 ** 60 }, 'toFloat64(number_of_user_events)', [2 ** 53 - 1]],
    ['a negative duration', { session_duration: -5 }, 'toFloat64(session_duration)', [0]],
    ['a text of 4-byte characters', { type: '\u{1f600}\u{10ffff}' }, 'type', ['\u{1f600}\u{10ffff}']],
    ['a text with quotes, tabs and a NUL', { type: `'"\\\t\n\0{p1:Int64}$1` }, 'type', [`'"\\\t\n\0{p1:Int64}$1`]],
    ['half a surrogate pair', { channel_id: 'x\ud800' }, 'channel_id', ['x\ufffd']],
    ['an empty text', { channel_id: '', location_city: '' }, 'channel_id is null and location_city is null', [1]],
    ['no event types', { event_types: [] }, 'toFloat64(length(event_types))', [0]],
  ])('store %s', async (_case, fields, sql, expected) => {
    const test = await open();
    await test.store.storeActivities([aMessage({ activities: [anActivity(fields)] })]);
    const [row = []] = await ask(test, `select ${sql} from facts`);
    expect(row.map((value) => (value === true ? 1 : value))).toEqual(expected);
  });

  it('take a list of 1 MiB, a text of 1 MiB and an empty list', async () => {
    const test = await open();
    await test.store.storeActivities([aMessage({ activities: [anActivity({ channel_id: "it's $1" })] })]);
    const list = [...Array.from({ length: 70_000 }, (_, index) => `channel ${index}`), "it's $1"];
    const long = 'x'.repeat(1024 * 1024);
    expect(await ask(test, 'select channel_id from facts where has($1, channel_id)', [list])).toEqual([["it's $1"]]);
    expect(await ask(test, 'select toFloat64(length($1))', [long])).toEqual([[1024 * 1024]]);
    expect(await ask(test, 'select channel_id from facts where has($1, channel_id)', [[]])).toEqual([]);
  });

  it('ignore activities that no report reaches, and bound the files that future times make', async () => {
    const test = await open();
    const future = Array.from({ length: 150 }, (_, index) => anActivity({ ts: Date.now() + (index + 2) * 30 * dayMs }));
    const lost = [anActivity({ ts: 2 ** 63 }), anActivity({ ts: Date.now() - 151 * dayMs })];
    await test.store.storeActivities([aMessage({ activities: [...future, ...lost] })]);
    expect(await test.count()).toBe(150);
    const sql = `select uniqExact(partition) as n from system.parts where database = currentDatabase() and table = 'facts' and active`;
    expect(await test.connection.rows(sql)).toEqual([{ n: 1 }]);
  });
});

it('a membership counts by its version, whichever process stores it', async () => {
  const [one, other] = [await open(), await open()];
  const user_point_id = randomUUID();
  await one.store.changeSegments([aSegmentChange([{ user_point_id, version: 2, is_member: false }])]);
  await other.store.changeSegments([aSegmentChange([{ user_point_id, version: 1 }])]);
  expect(await one.facts()).toEqual([]);
  await one.store.changeSegments([aSegmentChange([{ user_point_id, version: 2.5 }])]);
  expect(await other.facts()).toEqual([`${user_point_id}/7 is a member`]);
});
