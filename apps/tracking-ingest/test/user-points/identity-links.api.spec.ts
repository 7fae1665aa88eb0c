import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Identity } from '@tributary/contracts/exports/identity';
import type { ImportOperation } from '@tributary/contracts/imports/import-messages';
import { hourMs } from '@tributary/contracts/rules/time-units';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { NamingsUpkeep } from '../../src/links/namings-upkeep.js';
import { Applied, deliverBatch } from '../applied.js';
import { startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => void (tracking = await startTracking([Applied])));
afterAll(() => tracking.stop());

const datamart_id = '3';
const agents = (...names: string[]) => names.map((value) => ({ type: 'USER_AGENT' as const, value }));
const selector = (name: string) => `user_agent_id=${name}`;

async function send(...names: string[]): Promise<string> {
  const value = { datamart_id, activity_id: randomUUID(), received_ts: Date.now(), body: '{"$type":"TOUCH"}' };
  await tracking.app.publisher.publish(activityReceived, [
    { id: value.activity_id, value: { ...value, identifiers: agents(...names) } },
  ]);
  return value.activity_id;
}
const importLine = async (execution_id: string, operation: ImportOperation) => {
  const batch = { datamart_id, execution_id, chunk: 0, batch: 0, shard: 0, creation_ts: Date.now() };
  return deliverBatch(tracking.app.publisher, { ...batch, lines: [{ line: 1, operation }] });
};
const associate = (...names: string[]) =>
  tracking.call('POST', `${datamart_id}/user_identifiers_association_declarations`, {
    identifiers: names.map((user_agent_id) => ({ type: 'USER_AGENT', user_agent_id })),
  });
const identity = async (of: string): Promise<Identity> => {
  const { status, body } = await tracking.call('GET', `${datamart_id}/user_points/${of}/identity`);
  expect(status).toBe(200);
  return body.data;
};
/** Each link as `from-to cause since`. */
const linksOf = async (name: string) =>
  (await identity(selector(name))).links.map(
    ({ from, to, cause, since }) => `${from.replace(/^.*=/, '')}-${to.replace(/^.*=/, '')} ${cause} ${since}`,
  );

describe('the links of a person', () => {
  it('have the activity, the execution and the request that joined them', async () => {
    const activity = await send('a1', 'a2');
    await importLine('4711', { kind: 'associate', identifiers: agents('a2', 'a3') });
    expect((await associate('a3', 'a4')).status).toBe(200);
    const account = 'compartment_id=shop/user_account_id=u-1';
    await tracking.call('PUT', `${datamart_id}/user_points/${selector('a1')}/user_profiles/${account}`, { a: 1 });
    const { links, identifiers, merged, user_point_id } = await identity(selector('a4'));
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown as string;
    expect(links).toMatchObject([
      { from: selector('a1'), to: selector('a2'), cause: 'ACTIVITY', id: activity, since: 0 },
      { from: selector('a2'), to: selector('a3'), cause: 'IMPORT', id: '4711', since: 0 },
      { from: selector('a3'), to: selector('a4'), cause: 'ASSOCIATION', id, since: 0 },
      { cause: 'PROFILE', id, since: 0 },
    ]);
    expect(new Set([links[3]?.from, links[3]?.to])).toEqual(
      new Set([selector('a1'), 'compartment_id=shop,user_account_id=u-1']),
    );
    expect(identifiers[0]).toEqual({ type: 'USER_AGENT', user_agent_id: 'a1', first_seen_ts: expect.any(Number) });
    expect([identifiers.length, merged]).toEqual([5, []]);
    expect(await identity(user_point_id)).toEqual(await identity(selector('a1')));
  });

  it('count what names both sides later, each activity and each line once', async () => {
    await send('b1');
    await send('b2');
    const joining = await send('b1', 'b2');
    await send('b2', 'b3');
    const again = { activity_id: joining, datamart_id, received_ts: Date.now(), identifiers: agents('b1', 'b2') };
    const value = { ...again, body: '{"$type":"TOUCH"}' };
    await tracking.app.publisher.publish(activityReceived, [{ id: joining, value }]);
    await send('b1', 'b3');
    const line: ImportOperation = { kind: 'associate', identifiers: agents('b1', 'b2') };
    const execution_id = randomUUID();
    for (let delivered = 0; delivered < 2; delivered++) await importLine(execution_id, line);
    await associate('b3', 'b2');
    expect(await linksOf('b1')).toEqual(['b1-b2 ACTIVITY 2', 'b2-b3 ACTIVITY 2']);
    const { merged } = await identity(selector('b3'));
    expect(merged).toEqual([
      { user_point_id: expect.any(String), ts: expect.any(Number), cause: 'ACTIVITY', id: joining },
    ]);
  });

  it('name an oldest identifier where a profile is written by the id of the user point', async () => {
    await send('c1');
    const { user_point_id } = await identity(selector('c1'));
    const account = 'compartment_id=shop/user_account_id=u-2';
    await tracking.call('PUT', `${datamart_id}/user_points/${user_point_id}/user_profiles/${account}`, { a: 1 });
    const { links } = await identity(user_point_id);
    expect(links).toMatchObject([
      { from: selector('c1'), to: 'compartment_id=shop,user_account_id=u-2', cause: 'PROFILE' },
    ]);
  });

  it('without a dissociated identifier still join the rest, and the next activity joins it again', async () => {
    for (const names of [
      ['d1', 'd2'],
      ['d2', 'd3'],
      ['d2', 'd3'],
    ])
      await send(...names);
    expect(await linksOf('d3')).toEqual(['d1-d2 ACTIVITY 0', 'd2-d3 ACTIVITY 1']);
    await importLine(randomUUID(), { kind: 'dissociate', identifiers: agents('d1', 'd2') });
    // An activity that named d2 counts for the one that d2 came with.
    expect(await linksOf('d1')).toEqual(['d1-d3 ACTIVITY 1']);
    expect(await linksOf('d2')).toEqual([]);
    await send('d2', 'd3');
    expect(await linksOf('d1')).toEqual(['d1-d3 ACTIVITY 1', 'd3-d2 ACTIVITY 0']);
  });

  it('of identifiers that were joined before links were kept are UNKNOWN, and counted from then on', async () => {
    await send('e1', 'e2', 'e3');
    await tracking.database.query('update user_identifiers set linked_to = null, link_id = null, link_cause = null');
    await send('e4', 'e3');
    await send('e1', 'e2');
    const { links } = await identity(selector('e1'));
    expect(links.map(({ cause, id }) => [cause, id === null])).toEqual([
      ['UNKNOWN', true],
      ['UNKNOWN', true],
      ['ACTIVITY', false],
    ]);
    expect(links.reduce((sum, { since }) => sum + since, 0)).toBeGreaterThan(0);
  });

  it('are erased with the person', async () => {
    for (let times = 0; times < 2; times++) await send('f1', 'f2');
    const counted = async () => (await tracking.database.query<object[]>('select from identifiers_together')).length;
    const upkeep = tracking.app.app.get(NamingsUpkeep, { strict: false });
    await upkeep.run(Date.now() + hourMs);
    const before = await counted();
    // One more, that is not added up.
    await send('f1', 'f2');
    await tracking.call('DELETE', `${datamart_id}/user_points/${selector('f1')}`);
    expect(await counted()).toBe(before - 1);
    await upkeep.run(Date.now() + hourMs);
    expect(await counted()).toBe(before - 1);
    expect((await tracking.call('GET', `${datamart_id}/user_points/${selector('f2')}/identity`)).status).toBe(404);
    await send('f1', 'f2');
    expect(await linksOf('f1')).toHaveLength(1);
  });

  it.each([
    ['user_identifiers', ['linked_to', 'link_id', 'link_cause']],
    ['user_point_merges', ['linked_from', 'linked_to', 'link_id', 'link_cause']],
  ])('cost a row of %s at most 60 bytes', async (table, columns) => {
    await send('g1', 'g2');
    await send('g3');
    await send('g2', 'g3');
    const [row] = await tracking.database.query<{ most: number; least: number }[]>(
      `select max(size)::int as most, min(size)::int as least from (
        select pg_column_size(linked.*) - pg_column_size(jsonb_populate_record(null::${table}, to_jsonb(linked) - $1::text[])) as size
        from ${table} linked where linked_to is not null and link_id is not null) sizes`,
      [columns],
    );
    expect(row?.least).toBeGreaterThan(16);
    expect(row?.most).toBeLessThanOrEqual(60);
  });
});
