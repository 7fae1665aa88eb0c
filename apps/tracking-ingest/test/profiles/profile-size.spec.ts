import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { maxProfileBytes } from '@tributary/contracts/tracking/user-profile';
import { ErasureKey } from '../../src/identity/erasure-key.js';
import { transaction } from '@tributary/database/transaction';
import { eventually } from '@tributary/testing/eventually';
import { applyData } from '../../src/imports/apply-data.js';
import type { LineOperation } from '../../src/imports/line-operation.js';
import { parseJsonObject } from '../../src/profiles/json-value.js';
import { profileLosses } from '../../src/profiles/profile-losses.js';
import { upsertProfiles } from '../../src/profiles/write-profiles.js';
import { aPerson, refused, startTracking, type Tracking } from '../tracking.js';
import { storeWhole } from './store-whole.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking()));
afterAll(() => tracking.stop());

const put = (path: string, body: object, query = '') => tracking.call('PUT', path + query, body);
const tooLarge = refused(400, 'BAD_REQUEST_DATA', `${maxProfileBytes} bytes`);
const replace = '?update_strategy=FORCE_REPLACE';
const remove = '?update_strategy=PARTIAL_DELETE';
/** A text that fills a profile of this one property to the byte. */
const full = 'x'.repeat(maxProfileBytes - '{"a":""}'.length);

describe('a profile', () => {
  it('has 256 KiB at most, by the bytes of its properties, and a PUT beyond changes nothing', async () => {
    const { profile } = aPerson();
    expect(await put(profile, { a: `${full}x`, $ts: 1 })).toMatchObject(tooLarge);
    expect((await tracking.call('GET', profile)).status).toBe(404);
    expect(await put(profile, { a: full, $ts: 1_795_261_991_709 })).toMatchObject({ status: 200 });
    expect(await put(profile, { b: 1 })).toMatchObject(tooLarge);
    expect((await tracking.call('GET', profile)).body.data).toMatchObject({ a: full });
    expect(await put(profile, { a: 'é'.repeat(full.length / 2 + 1) })).toMatchObject(tooLarge);
    expect(await put(profile, { a: 'x' })).toMatchObject({ status: 200 });
    expect(await put(profile, { b: 1 })).toMatchObject({ status: 200, body: { data: { a: 'x', b: 1 } } });
  });

  it('that is larger already may be read, shrunk, replaced and deleted, and may not grow', async () => {
    const { profile, account } = aPerson();
    await put(profile, { b: 1 });
    await storeWhole(tracking.database, account, { a: full, b: 1, c: 'y'.repeat(1_000), d: 1 });
    expect((await tracking.call('GET', profile)).body.data).toMatchObject({ a: full, b: 1 });
    expect(await put(profile, { e: 1 })).toMatchObject(tooLarge);
    expect(await put(profile, { b: 22 })).toMatchObject(tooLarge);
    expect(await put(profile, { b: 2 })).toMatchObject({ status: 200 });
    expect(await put(profile, { d: 1 }, remove)).toMatchObject({ status: 200 });
    expect(await put(profile, { c: 'y' })).toMatchObject({ status: 200, body: { data: { a: full, b: 2, c: 'y' } } });
    expect(await put(profile, { a: 'x' }, replace)).toMatchObject({ status: 200 });
    expect((await tracking.call('DELETE', profile)).status).toBe(200);
  });
});

it('an event beyond the limit leaves the profile unchanged, and is counted', async () => {
  const { profile, account } = aPerson();
  await put(profile, { a: full });
  const before = profileLosses.refusedWrites;
  const $user_identifiers = [{ $type: 'USER_ACCOUNT', $compartment_id: 'c', $user_account_id: account }];
  const event = (properties: object) => ({
    $event_name: '$set_user_profile_properties',
    $properties: { $compartment_id: 'c', ...properties },
  });
  await tracking.send('7', { $user_identifiers, $events: [event({ b: 1 })] });
  await eventually(() => Promise.resolve(expect(profileLosses.refusedWrites).toBe(before + 1)));
  await tracking.send('7', { $user_identifiers, $events: [event({ a: 'x' })] });
  await eventually(async () => expect((await tracking.call('GET', profile)).body.data).toMatchObject({ a: 'x' }));
  expect((await tracking.call('GET', profile)).body.data).not.toHaveProperty('b');
});

it('a line of an import beyond the limit fails, and names it', async () => {
  const agent = randomUUID();
  const line = (number: number, properties: object): Extract<LineOperation, { kind: 'data' }> => ({
    datamart_id: '7',
    execution_id: '1',
    line: number,
    received_ts: 1_000,
    kind: 'data',
    operation: {
      kind: 'upsert_profile',
      identifier: { type: 'USER_AGENT', value: agent },
      compartment_id: 'default',
      properties: JSON.stringify(properties),
      update_strategy: 'PARTIAL_UPDATE',
      merge_objects: false,
    },
  });
  const lines = [line(1, { a: full }), line(2, { b: 1 }), line(3, { a: 'x' }), line(4, { b: 2 })];
  await transaction(tracking.database, async (client) => {
    const failures = await applyData(client, lines, {
      now: 1_000,
      erasureKey: tracking.app.app.get(ErasureKey, { strict: false }),
    });
    expect(failures).toEqual([expect.objectContaining({ line: 2 })]);
    expect(JSON.stringify(failures)).toContain(`${maxProfileBytes} bytes`);
  });
  const { body } = await tracking.call('GET', `7/user_points/user_agent_id=${agent}/user_profiles`);
  expect(body.data).toMatchObject([{ a: 'x', b: 2 }]);
});

it('a merge beyond the limit leaves out what was written longest ago, and counts it', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const half = 'x'.repeat(maxProfileBytes / 2);
  const write = (agent: string, name: string, ts: number) =>
    tracking.asAgent('7', agent, (client, user_point_id) => {
      const properties = parseJsonObject(JSON.stringify({ [name]: half }));
      const update = { properties, strategy: 'PARTIAL_UPDATE', mergeObjects: false, ts } as const;
      const key = { datamart_id: '7', user_point_id, compartment_id: 'default', user_account_id: '' };
      return upsertProfiles(client, [{ ...key, update }], ts);
    });
  await write(one, 'newer', 2_000);
  await write(other, 'older', 1_000);
  const before = profileLosses.leftOutProperties;
  const $user_identifiers = [one, other].map(($user_agent_id) => ({ $type: 'USER_AGENT', $user_agent_id }));
  await tracking.send('7', { $user_identifiers });
  await eventually(async () => {
    const { body } = await tracking.call('GET', `7/user_points/user_agent_id=${other}/user_profiles`);
    expect(body.data).toMatchObject([{ newer: half }]);
  });
  const { text } = await tracking.call('GET', `7/user_points/user_agent_id=${one}/user_profiles`);
  expect(text).not.toContain('"older"');
  expect(profileLosses.leftOutProperties).toBe(before + 1);
});
