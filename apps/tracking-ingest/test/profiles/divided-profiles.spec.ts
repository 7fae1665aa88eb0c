import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transaction } from '@tributary/database/transaction';
import fc from 'fast-check';
import type pg from 'pg';
import { moveProfiles, eraseProfiles, mergeProfiles } from '../../src/profiles/attached-profiles.js';
import { jsonNumber, parseJsonObject, type JsonObject, type JsonValue } from '../../src/profiles/json-value.js';
import { merge, valueOf, type LwwMap } from '../../src/profiles/lww-map.js';
import { joinProfiles } from '../../src/rollback/join-profiles.js';
import { hashOf, maxPartBytes } from '../../src/profiles/part-layout.js';
import { readProfile } from '../../src/profiles/profile-rows.js';
import { deleteProfile, updateProfile, type ProfileUpdate } from '../../src/profiles/update-profile.js';
import { deleteProfiles, upsertProfiles } from '../../src/profiles/write-profiles.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

let database: TrackingDatabase;
beforeAll(async () => void (database = await startTrackingDatabase()));
afterAll(() => database.stop());

const datamart_id = '7';
const now = 1_000;
const inTransaction = <Result>(work: (client: pg.ClientBase) => Promise<Result>) =>
  transaction(database.dataSource, work);

async function aProfile() {
  const user_point_id = randomUUID();
  await database.dataSource.query(
    'insert into user_points (datamart_id, user_point_id, creation_ts) values (7, $1, 1)',
    [user_point_id],
  );
  return { datamart_id, user_point_id, compartment_id: 'c', user_account_id: 'u' };
}
type Key = Awaited<ReturnType<typeof aProfile>>;

const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
const someValue = fc.oneof(
  fc.constantFrom<JsonValue>('x', null, ['a', 'b'], 'y'.repeat(900), 'é'.repeat(3_000), jsonNumber('1.0')),
  fc.dictionary(fc.constantFrom('p', 'q'), fc.constantFrom<JsonValue>('z'.repeat(700), 'w', ['a']), { maxKeys: 2 }),
);
const someUpdate = fc.record({
  properties: fc.dictionary(fc.constantFrom(...names), someValue, { maxKeys: 6 }),
  strategy: fc.constantFrom<ProfileUpdate['strategy'][]>(
    'PARTIAL_UPDATE',
    'PARTIAL_UPDATE',
    'PARTIAL_UPDATE',
    'PARTIAL_DELETE',
    'FORCE_REPLACE',
  ),
  mergeObjects: fc.boolean(),
  ts: fc.integer({ min: 1, max: 40 }),
});
type Step = { kind: 'writes'; updates: ProfileUpdate[] } | { kind: 'deletion'; ts: number };
const someStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('writes' as const),
      updates: fc.array(someUpdate, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deletion' as const), ts: fc.integer({ min: 1, max: 40 }) }) },
);

async function apply(key: Key, step: Step): Promise<void> {
  await inTransaction(async (client) => {
    if (step.kind === 'deletion') return deleteProfiles(client, [{ ...key, ts: step.ts }], now);
    await upsertProfiles(
      client,
      step.updates.map((update) => ({ ...key, update })),
      now,
    );
  });
}
const applied = (state: LwwMap, step: Step): LwwMap =>
  step.kind === 'deletion' ? deleteProfile(state, step.ts, now) : step.updates.reduce(updateProfile, state);

const asJson = (value: JsonObject | undefined) => value && (JSON.parse(JSON.stringify(value)) as object);

/** Expects what all writes together make, and that its parts are right. Returns the number of parts. */
async function expectProfile(key: Key, expected: LwwMap): Promise<number> {
  const row = await inTransaction((client) => readProfile(client, key));
  expect(asJson(row?.properties ? parseJsonObject(row.properties) : undefined)).toEqual(
    asJson(valueOf(expected) as JsonObject | undefined),
  );
  const where = 'where (datamart_id, user_point_id) = ($1, $2)';
  const [stored] = await database.dataSource.query<{ parts: { properties: number } | null }[]>(
    `select parts from user_profiles ${where}`,
    [key.datamart_id, key.user_point_id],
  );
  const parts = await database.dataSource.query<{ first_hash: string; properties: object; bytes: number }[]>(
    `select first_hash, properties, octet_length(properties::text) + octet_length(versions::text) as bytes
      from user_profile_parts ${where} order by first_hash`,
    [key.datamart_id, key.user_point_id],
  );
  expect(parts.length > 0).toBe(Boolean(stored?.parts));
  if (stored?.parts) expect(stored.parts.properties).toBe(Buffer.byteLength(row?.properties ?? ''));
  for (const [index, { first_hash, properties, bytes }] of parts.entries()) {
    const end = Number(parts[index + 1]?.first_hash ?? Infinity);
    for (const name of Object.keys(properties)) {
      expect(hashOf(name)).toBeGreaterThanOrEqual(Number(first_hash));
      expect(hashOf(name)).toBeLessThan(end);
    }
    if (Object.keys(properties).length > 1) expect(bytes).toBeLessThanOrEqual(maxPartBytes + 200);
  }
  return parts.length;
}

describe('a profile in parts', () => {
  it('is what its writes make, in any order, with deletions, and whole again when it is small', async () => {
    const count = { divided: 0, whole: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(someStep, { minLength: 1, maxLength: 12 }), async (steps) => {
        const key = await aProfile();
        let expected: LwwMap = {};
        for (const step of steps) {
          await apply(key, step);
          expected = applied(expected, step);
          count[(await expectProfile(key, expected)) > 0 ? 'divided' : 'whole'] += 1;
        }
      }),
      { numRuns: 60 },
    );
    expect(Math.min(count.divided, count.whole)).toBeGreaterThan(30);
  });

  it('is read as of one moment, while it is divided and joined', async () => {
    const key = await aProfile();
    const large = { small: 'x', large: 'x'.repeat(maxPartBytes), other: 'x'.repeat(maxPartBytes) };
    const replace = (properties: JsonObject, ts: number): Step => ({
      kind: 'writes',
      updates: [{ properties, strategy: 'FORCE_REPLACE', mergeObjects: false, ts }],
    });
    await apply(key, replace(large, 1));
    let isWriting = true;
    const write = async () => {
      for (let ts = 2; ts < 60; ts++) await apply(key, replace(ts % 2 === 0 ? { small: 'x' } : large, ts));
      isWriting = false;
    };
    const seen = new Set<string>();
    const read = async () => {
      while (isWriting) seen.add((await inTransaction((client) => readProfile(client, key)))?.properties ?? '');
    };
    await Promise.all([write(), read(), read()]);
    expect([...seen].map((text) => Object.keys(parseJsonObject(text)).length).sort()).toEqual([1, 3]);
  });

  it('moves and is merged with its parts, and is erased with them', async () => {
    const count = { parts: 0 };
    const some = fc.array(someStep, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(some, some, async (first, second) => {
        const [key, other] = [await aProfile(), await aProfile()];
        for (const step of first) await apply(key, step);
        for (const step of second) await apply(other, step);
        const [one, two] = [first.reduce(applied, {}), second.reduce(applied, {})];
        await inTransaction((client) =>
          mergeProfiles(client, [{ datamart_id, merged_id: other.user_point_id, survivor_id: key.user_point_id }], now),
        );
        await expectProfile(other, {});
        // The later writes win; of equal times those of the profile that was written last.
        const merged = [merge(one, two), merge(two, one)];
        const row = await inTransaction((client) => readProfile(client, key));
        const value = asJson(row?.properties ? parseJsonObject(row.properties) : undefined);
        expect(merged.map((map) => asJson(valueOf(map) as JsonObject | undefined))).toContainEqual(value);
        const moved = { ...key, user_account_id: 'v' };
        await inTransaction((client) => moveProfiles(client, [{ ...key, to: moved }], now));
        const after = await inTransaction((client) => readProfile(client, moved));
        expect(after?.properties && JSON.parse(after.properties)).toEqual(
          row?.properties && JSON.parse(row.properties),
        );
        await inTransaction((client) => eraseProfiles(client, datamart_id, [key.user_point_id]));
        const left = 'select count(*)::int as left from user_profile_parts where user_point_id = $1';
        count.parts += 1;
        expect(await database.dataSource.query(left, [key.user_point_id])).toEqual([{ left: 0 }]);
      }),
      { numRuns: 30 },
    );
  });
});

describe('after an upgrade', () => {
  const large = (name: string): ProfileUpdate => ({
    properties: { [name]: 'x'.repeat(maxPartBytes) },
    strategy: 'PARTIAL_UPDATE',
    mergeObjects: false,
    ts: 1,
  });
  const since = (ts: number) => database.dataSource.query('update profile_parts_since set since_ts = $1', [ts]);
  const passes = (count: number) => database.dataSource.query('update rules_migration_steps set passes = $1', [count]);

  it('a profile stays whole while processes of the version before run, and is divided by the next write', async () => {
    const key = await aProfile();
    const steps = ['a', 'b', 'c', 'd'].map((name): Step => ({ kind: 'writes', updates: [large(name)] }));
    const parts = async (index: number) => {
      const step = steps[index];
      if (step) await apply(key, step);
      return expectProfile(key, steps.slice(0, index + 1).reduce(applied, {}));
    };
    await since(now + 1);
    await passes(2);
    expect(await parts(0)).toBe(0);
    await passes(1);
    await since(now);
    expect(await parts(1)).toBe(0);
    await passes(2);
    expect(await parts(2)).toBe(3);
    // A profile in parts stays so.
    await since(now + 1);
    expect(await parts(3)).toBe(4);
    await since(0);
  });

  it('and before a rollback, all profiles are made whole, and stay so', async () => {
    const key = await aProfile();
    const steps = ['a', 'b'].map((name): Step => ({ kind: 'writes', updates: [large(name)] }));
    await since(0);
    for (const step of steps) await apply(key, step);
    expect(await expectProfile(key, steps.reduce(applied, {}))).toBeGreaterThan(0);
    expect(await joinProfiles(database.postgres.url)).toBeGreaterThan(0);
    expect(await expectProfile(key, steps.reduce(applied, {}))).toBe(0);
    expect(await database.dataSource.query('select from user_profile_parts')).toEqual([]);
    const later: Step = { kind: 'writes', updates: [large('c')] };
    await apply(key, later);
    expect(await expectProfile(key, [...steps, later].reduce(applied, {}))).toBe(0);
    await since(0);
  });

  it('a process of the version before fails at a profile in parts, and loses nothing of it', async () => {
    const key = await aProfile();
    const step: Step = { kind: 'writes', updates: [large('a')] };
    await apply(key, step);
    const [row] = await database.dataSource.query<{ properties: string }[]>(
      'select properties::text from user_profiles where user_point_id = $1',
      [key.user_point_id],
    );
    expect(() => parseJsonObject(row?.properties ?? '{}')).toThrow(SyntaxError);
  });
});
