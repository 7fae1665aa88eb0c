import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { maxProfileBytes } from '@tributary/contracts/tracking/user-profile';
import type pg from 'pg';
import { jsonNumber, type JsonObject } from '../../src/profiles/json-value.js';
import { maxPartBytes } from '../../src/profiles/part-layout.js';
import type { ProfileUpdate } from '../../src/profiles/update-profile.js';
import { upsertProfiles } from '../../src/profiles/write-profiles.js';
import { writeChoices } from '../../src/choices/write-choices.js';
import { resolveAndMerge } from '../../src/attached-data/resolve-and-merge.js';
import { writeSegments } from '../../src/segments/write-segments.js';
import { startTracking, type Tracking } from '../tracking.js';

// Not by wall time, of which other processes of the machine take a part: by the CPU time of this process, and by the bytes
// that PostgreSQL logs. The median leaves out what other specs make it log.

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking()));
afterAll(() => tracking.stop());

const datamart_id = '7';
const mostTimes = 4;
const rounds = 17;

interface Cost {
  /** Bytes of PostgreSQL's log of changes. */
  logged: number;
  /** µs of this process. */
  cpu: number;
}

/** The median of a write. */
async function costOf(write: (round: number) => Promise<unknown>, count = rounds): Promise<Cost> {
  const costs: Cost[] = [];
  const readLog = async () => {
    const [row] = await tracking.database.query<{ at: number }[]>(
      "select (pg_current_wal_insert_lsn() - '0/0')::float8 as at",
    );
    return row?.at ?? 0;
  };
  for (let round = 0; round < count; round++) {
    const [at, cpu] = [await readLog(), process.cpuUsage()];
    await write(round);
    const { user, system } = process.cpuUsage(cpu);
    costs.push({ cpu: user + system, logged: (await readLog()) - at });
  }
  // Without the first ones, which compile.
  const median = (of: (cost: Cost) => number) =>
    costs
      .slice(3)
      .map(of)
      .sort((a, b) => a - b)[Math.floor((count - 3) / 2)] ?? 0;
  return { logged: median(({ logged }) => logged), cpu: median(({ cpu }) => cpu) };
}

/** How many times the second costs the first. */
const ratio = (base: Cost, other: Cost) => ({ logged: other.logged / base.logged, cpu: other.cpu / base.cpu });

const ofAccount = (user_point_id: string, user_account_id: string) => ({
  datamart_id,
  user_point_id,
  compartment_id: 'default',
  user_account_id,
});

const setting = (properties: JsonObject, ts: number) => ({
  properties,
  strategy: 'PARTIAL_UPDATE' as const,
  mergeObjects: false,
  ts,
});

/** Small writes to the profile of a person who has these properties already. */
async function profileWrites(properties: JsonObject) {
  const agent = randomUUID();
  const write = (update: ProfileUpdate) =>
    tracking.asAgent(datamart_id, agent, (client, user_point_id) =>
      upsertProfiles(client, [{ ...ofAccount(user_point_id, ''), update }], 1),
    );
  await write(setting(properties, 1));
  return (round: number) => write(setting({ small: jsonNumber(round) }, 2 + round));
}

const filled = (length: number) =>
  Object.fromEntries(
    Array.from({ length: (maxProfileBytes - 100) / (length + 13) }, (_, index) => [
      `n${String(index).padStart(6, '0')}`,
      'x'.repeat(length),
    ]),
  );

describe('a small write to a full profile', () => {
  it.each([
    ['many properties', 1],
    ['properties of 100 bytes', 87],
    ['large properties', 20_000],
  ])('of %s costs at most four times that to an empty one', async (_case, length) => {
    const empty = await costOf(await profileWrites({}));
    const full = await costOf(await profileWrites(filled(length)));
    expect(ratio(empty, full).cpu).toBeLessThan(mostTimes);
    expect(full.logged - empty.logged).toBeLessThan(2 * maxPartBytes);
  });

  it('costs more where profiles are stored whole (control)', async () => {
    await tracking.database.query('update profile_parts_since set since_ts = $1', [Number.MAX_SAFE_INTEGER]);
    const empty = await costOf(await profileWrites({}), 7);
    const full = await costOf(await profileWrites(filled(1)), 7);
    await tracking.database.query('update profile_parts_since set since_ts = 0');
    expect(ratio(empty, full).cpu).toBeGreaterThan(mostTimes);
    expect(full.logged - empty.logged).toBeGreaterThan(2 * maxPartBytes);
  });
});

describe('a small write beside', () => {
  const many = 2_000;
  /** The cost of a write to a person who has nothing, and to one who has much. */
  async function compare(fill: Write, write: Write) {
    const [one, other] = [randomUUID(), randomUUID()];
    const writesOf = (agent: string) => (round: number) =>
      tracking.asAgent(datamart_id, agent, (client, user_point_id) => write(client, user_point_id, round, agent));
    const empty = await costOf(writesOf(one));
    await tracking.asAgent(datamart_id, other, (client, user_point_id) => fill(client, user_point_id, 0, other));
    return ratio(empty, await costOf(writesOf(other)));
  }
  type Write = (client: pg.ClientBase, user_point_id: string, round: number, agent: string) => Promise<unknown>;
  const numbers = Array.from({ length: many }, (_, index) => String(index));

  const choice = (user_point_id: string, processing_id: string, ts: number) => ({
    datamart_id,
    user_point_id,
    processing_id,
    choice_ts: String(ts),
    choice_acceptance_value: true,
    custom: '{}',
  });
  const membership = (user_point_id: string, segment_id: string) => ({
    datamart_id,
    user_point_id,
    segment_id,
    expiration_ts: null,
  });

  it.each<[string, Write, Write]>([
    [
      'thousands of choices of processings',
      (client, id) =>
        writeChoices(
          client,
          numbers.map((processing) => choice(id, processing, 1)),
          1,
        ),
      (client, id, round) => writeChoices(client, [choice(id, 'p', round)], 1),
    ],
    [
      'thousands of choices of the processing',
      (client, id) =>
        writeChoices(
          client,
          numbers.map((ts) => choice(id, 'p', Number(ts) + 1)),
          1,
        ),
      (client, id, round) => writeChoices(client, [choice(id, 'p', many + round)], 1),
    ],
    [
      'thousands of memberships',
      (client, id) =>
        writeSegments(
          client,
          numbers.map((segment) => membership(id, segment)),
          1,
        ),
      (client, id, round) => writeSegments(client, [membership(id, `s${round}`)], 1),
    ],
    [
      'ninety other identifiers',
      (client, _id, _round, agent) => {
        const values = [agent, ...numbers.slice(0, 90).map((number) => `${agent}-${number}`)];
        const identifiers = values.map((value) => ({ type: 'USER_AGENT' as const, value }));
        return resolveAndMerge(client, [{ datamart_id, identifiers, writesData: true }], 1);
      },
      (client, id, round) => writeChoices(client, [choice(id, 'p', round)], 1),
    ],
    [
      'the profiles of a hundred accounts',
      (client, id) =>
        upsertProfiles(
          client,
          numbers
            .slice(0, 100)
            .map((account) => ({ ...ofAccount(id, account), update: setting({ a: 'x'.repeat(2_000) }, 1) })),
          1,
        ),
      (client, id, round) =>
        upsertProfiles(client, [{ ...ofAccount(id, 'u'), update: setting({ a: jsonNumber(round) }, 2 + round) }], 1),
    ],
  ])('%s costs at most four times that to a person who has nothing', async (_case, fill, write) => {
    const { logged, cpu } = await compare(fill, write);
    expect({ logged: logged < mostTimes || logged, cpu: cpu < mostTimes || cpu }).toEqual({ logged: true, cpu: true });
  });
});
