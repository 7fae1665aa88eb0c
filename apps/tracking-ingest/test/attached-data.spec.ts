import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transaction } from '@tributary/database/transaction';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import type pg from 'pg';
import { writeChoices } from '../src/choices/write-choices.js';
import { moveProfiles } from '../src/profiles/attached-profiles.js';
import { parseJsonObject } from '../src/profiles/json-value.js';
import { valueOf } from '../src/profiles/lww-map.js';
import { updateProfile, type ProfileUpdate } from '../src/profiles/update-profile.js';
import { deleteProfiles, upsertProfiles } from '../src/profiles/write-profiles.js';
import { writeSegments } from '../src/segments/write-segments.js';
import { resolveWithoutMerges } from '../src/identity/resolve-user-points.js';
import { startTracking, type Tracking } from './tracking.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking()));
afterAll(() => tracking.stop());

const datamart_id = '7';
let last = 0;
const agents = (count: number) => Array.from({ length: count }, () => `agent-${++last}`);
const profilesOf = async (agent: string) => {
  const { body } = await tracking.call('GET', `7/user_points/user_agent_id=${agent}/user_profiles`);
  return (body.data as Record<string, unknown>[]).map((profile) =>
    Object.fromEntries(Object.entries(profile).filter(([key]) => !key.startsWith('$'))),
  );
};
const become = (...people: string[]) =>
  tracking.send(datamart_id, {
    $user_identifiers: people.map(($user_agent_id) => ({ $type: 'USER_AGENT', $user_agent_id })),
  });
/** The profile without account. */
const ofPerson = (user_point_id: string) => ({
  datamart_id,
  user_point_id,
  compartment_id: 'default',
  user_account_id: '',
});
const write = (agent: string, update: ProfileUpdate) =>
  tracking.asAgent(datamart_id, agent, (client, user_point_id) =>
    upsertProfiles(client, [{ ...ofPerson(user_point_id), update }], Date.now()),
  );

const someUpdate = fc.record({
  properties: fc
    .dictionary(fc.constantFrom('a', 'b'), fc.constantFrom<unknown>('x', null, { p: 'x' }, { q: 'y' }, ['x']), {
      maxKeys: 2,
    })
    .map((properties) => parseJsonObject(JSON.stringify(properties))),
  strategy: fc.constantFrom<ProfileUpdate['strategy'][]>('PARTIAL_UPDATE', 'PARTIAL_DELETE', 'FORCE_REPLACE'),
  mergeObjects: fc.boolean(),
});
const history = fc.array(fc.record({ update: someUpdate, person: fc.nat(2) }), { minLength: 1, maxLength: 6 });

describe('attached data', () => {
  it('is the same for concurrent writes to several people who are merged later', async () => {
    await fc.assert(
      fc.asyncProperty(
        history.chain((writes) =>
          fc.tuple(
            fc.constant(writes),
            fc.shuffledSubarray(
              writes.map((_, index) => index + 1),
              { minLength: writes.length },
            ),
          ),
        ),
        async ([writes, times]) => {
          const people = agents(3);
          const dated = writes.map(({ update, person }, index) => ({
            agent: people[person] ?? '',
            update: { ...update, ts: times[index] ?? 0 },
          }));
          const later = dated.splice(0, Math.floor(dated.length / 2));
          await Promise.all([...dated.map(({ agent, update }) => write(agent, update)), become(...people.slice(1))]);
          await Promise.all([...later.map(({ agent, update }) => write(agent, update)), become(...people)]);
          const inTime = [...dated, ...later].map(({ update }) => update).sort((a, b) => a.ts - b.ts);
          const expected = valueOf(inTime.reduce(updateProfile, {}));
          for (const agent of people) expect(await profilesOf(agent)).toEqual([JSON.parse(JSON.stringify(expected))]);
        },
      ),
      { numRuns: lawRuns(30) },
    );
  });

  it('moves with a split account, and only its profile does', async () => {
    const [agent = '', other = ''] = agents(2);
    const update = (a: string): ProfileUpdate => ({
      properties: { a },
      strategy: 'PARTIAL_UPDATE',
      mergeObjects: false,
      ts: 1,
    });
    await write(other, update('other'));
    await tracking.asAgent(datamart_id, agent, async (client, user_point_id) => {
      const account = { datamart_id, user_point_id, compartment_id: 'c', user_account_id: 'leaving' };
      const rows = [
        { ...account, update: update('leaving') },
        { ...ofPerson(user_point_id), update: update('staying') },
      ];
      await upsertProfiles(client, rows, Date.now());
    });
    await tracking.asAgent(datamart_id, other, async (client, to_user_point_id) => {
      const { rows } = await client.query<{ user_point_id: string }>(
        'select user_point_id from user_identifiers where value = $1',
        [agent],
      );
      const account = {
        datamart_id,
        user_point_id: rows[0]?.user_point_id ?? '',
        compartment_id: 'c',
        user_account_id: 'leaving',
      };
      await moveProfiles(client, [{ ...account, to: { ...account, user_point_id: to_user_point_id } }], Date.now());
    });
    expect(await profilesOf(agent)).toEqual([{ a: 'staying' }]);
    expect(await profilesOf(other)).toEqual([{ a: 'leaving' }, { a: 'other' }]);
  });

  it('is not created by an old write after a deletion of nothing', async () => {
    const [agent = ''] = agents(1);
    const now = Date.now();
    await tracking.asAgent(datamart_id, agent, (client, user_point_id) =>
      deleteProfiles(client, [{ ...ofPerson(user_point_id), ts: now }], now),
    );
    const update: ProfileUpdate = {
      properties: { a: 'x' },
      strategy: 'PARTIAL_UPDATE',
      mergeObjects: false,
      ts: now - 1,
    };
    await write(agent, update);
    expect(await profilesOf(agent)).toEqual([]);
    await write(agent, { ...update, ts: now });
    expect(await profilesOf(agent)).toEqual([{ a: 'x' }]);
  });
});

/** A batch like those of imports: all data of many people in one transaction. */
async function writeAll(client: pg.ClientBase, people: string[], name: string): Promise<void> {
  const identifiersOf = (value: string) => [{ type: 'USER_AGENT' as const, value }];
  const claims = people.map((value) => ({ datamart_id, identifiers: identifiersOf(value), writesData: true }));
  const points = (await resolveWithoutMerges(client, claims, Date.now())).map((resolution) => {
    if ('refusal' in resolution) throw new Error('refused');
    return { datamart_id, user_point_id: resolution.user_point_id };
  });
  const update: ProfileUpdate = {
    properties: { [name]: name },
    strategy: 'PARTIAL_UPDATE',
    mergeObjects: false,
    ts: 1,
  };
  await writeSegments(
    client,
    points.map((point) => ({ ...point, segment_id: name, expiration_ts: null })),
    1,
  );
  await upsertProfiles(
    client,
    points.map(({ user_point_id }) => ({ ...ofPerson(user_point_id), update })),
    1,
  );
  const choice = { processing_id: name, choice_ts: '1', choice_acceptance_value: true, custom: '{}' };
  await writeChoices(
    client,
    points.map((point) => ({ ...point, ...choice })),
    1,
  );
}

describe('concurrent batches that write to the same people in different orders', () => {
  it('all commit, and lose no write', async () => {
    const people = agents(12);
    const names = Array.from({ length: 30 }, (_, index) => `batch-${index}`);
    // 1, 5, 7 and 11 share no factor with 12: each order visits every person.
    const inOrderOf = (batch: number) =>
      people.map((_, index) => people[(index * ([1, 5, 7, 11][batch % 4] ?? 1) + batch) % people.length] ?? '');
    await Promise.all(
      names.map((name, index) => transaction(tracking.database, (client) => writeAll(client, inOrderOf(index), name))),
    );
    for (const agent of people) {
      expect(await profilesOf(agent)).toEqual([Object.fromEntries(names.map((name) => [name, name]))]);
      for (const kind of ['user_choices', 'user_segments'])
        expect((await tracking.call('GET', `7/user_points/user_agent_id=${agent}/${kind}`)).body.total).toBe(
          names.length,
        );
    }
  });

  it('deadlock when they lock twice (control)', async () => {
    const [one = '', other = ''] = agents(2);
    let waiting = 2;
    let bothHold: () => void;
    const whenBothHold = new Promise<void>((resolve) => (bothHold = resolve));
    const crosswise = (first: string, second: string) =>
      transaction(tracking.database, async (client) => {
        await writeAll(client, [first], 'x');
        if (--waiting === 0) bothHold();
        await whenBothHold;
        await writeAll(client, [second], 'x');
      });
    await Promise.all([write(one, empty), write(other, empty)]);
    const outcomes = await Promise.allSettled([crosswise(one, other), crosswise(other, one)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

const empty: ProfileUpdate = { properties: {}, strategy: 'PARTIAL_UPDATE', mergeObjects: false, ts: 1 };

it('counts profiles, choices and memberships exactly', async () => {
  const [there] = await tracking.database.query<Record<string, number>[]>(`
    select (select count(*)::int from user_profiles where properties is not null) as "UserProfile",
      (select count(distinct (user_point_id, processing_id))::int from user_choices) as "UserChoice",
      (select count(*)::int from user_segments) as "UserSegment"`);
  for (const collection of ['UserProfile', 'UserChoice', 'UserSegment'] as const)
    expect([collection, await tracking.counted(collection)]).toEqual([collection, there?.[collection]]);
});
