import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ImportOperation, LineFailure } from '@tributary/contracts/imports/import-messages';
import { AudienceSegmentInput } from '@tributary/contracts/tracking/audience-segment';
import { chunkParsed } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { transaction } from '@tributary/database/transaction';
import { eventually } from '@tributary/testing/eventually';
import { lockWaits } from '@tributary/testing/postgres/lock-waits';
import type pg from 'pg';
import { AudienceSegmentsRepository } from '../../src/audience-segments/audience-segments.repository.js';
import { findRegisteredSegments, lockRegistration } from '../../src/audience-segments/registered-segments.js';
import { answersTo, Applied } from '../applied.js';
import { startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking([Applied])));
afterAll(() => tracking.stop());

const creation_ts = Date.now() - 5_000;
let executions = 0;
let segment: string;

/** Applies one batch of a new execution in datamart 7, and returns the lines that failed. */
async function failuresOf(operations: ImportOperation[]): Promise<LineFailure[]> {
  const execution_id = `segments-${++executions}`;
  const lines = operations.map((operation, index) => ({ line: index + 1, operation }));
  const value = { datamart_id: '7', execution_id, chunk: 0, batch: 0, shard: 0, creation_ts, lines };
  await tracking.app.publisher.publish(chunkParsed, [{ id: uuid7(), value }]);
  return (await answersTo(execution_id, 1)).flatMap(({ failures }) => failures);
}

async function register(datamart_id: string, technical_name: string, default_ttl: number | null): Promise<string> {
  const [{ id }] = await tracking.database.query<[{ id: string }]>(
    `insert into audience_segments (id, organisation_id, datamart_id, name, technical_name, type, paused, creation_ts, default_ttl)
      values (nextval('audience_segment_ids'), 1, $1, 'x', $2, 'USER_LIST', false, 1, $3) returning id`,
    [datamart_id, technical_name, default_ttl],
  );
  return id;
}

beforeEach(async () => {
  await tracking.database.query('delete from audience_segments');
  segment = await register('7', 'buyers', 60_000);
  await register('8', 'foreign', 60_000);
});

let people = 0;
const aPerson = () => `line-${++people}`;
type Update = Extract<ImportOperation, { kind: 'update_segment' }>;
const update = (person: string, more: Partial<Update>): ImportOperation => ({
  kind: 'update_segment',
  identifier: { type: 'USER_AGENT', value: person },
  ...more,
});
const removal = (person: string, more: Partial<Update>): ImportOperation => ({
  kind: 'delete_segment',
  identifier: { type: 'USER_AGENT', value: person },
  ...more,
});
const read = async (person: string) =>
  (await tracking.call('GET', `7/user_points/user_agent_id=${person}/user_segments`)).body;
const byName = { segment_technical_name: 'buyers' };

describe('a line of a segment', () => {
  it('names it by its technical name, its id, or both', async () => {
    const [one, two, three] = [aPerson(), aPerson(), aPerson()];
    const lines = [
      update(one, byName),
      update(two, { segment_id: segment }),
      update(three, { ...byName, segment_id: segment }),
    ];
    expect(await failuresOf(lines)).toEqual([]);
    for (const person of [one, two, three])
      expect(await read(person)).toMatchObject({ data: [{ segment_id: segment }] });
    expect(await failuresOf([removal(one, byName), removal(two, { ...byName, segment_id: segment })])).toEqual([]);
    for (const person of [one, two]) expect(await read(person)).toMatchObject({ total: 0 });
  });

  it('ends the membership after the default ttl of the segment, from the creation of the execution', async () => {
    const [one, two, three, four, five] = [aPerson(), aPerson(), aPerson(), aPerson(), aPerson()];
    await register('7', 'for ever', 0);
    expect(
      await failuresOf([
        update(one, { segment_id: segment }),
        update(two, { ...byName, expiration_ts: null }),
        update(three, { ...byName, expiration_ts: creation_ts + 90_000 }),
        update(four, { segment_technical_name: 'for ever' }),
        update(five, { segment_id: 'not registered' }),
      ]),
    ).toEqual([]);
    for (const [person, expiration_ts] of [
      [one, creation_ts + 60_000],
      [two, null],
      [three, creation_ts + 90_000],
      [four, null],
      [five, null],
    ] as const)
      expect(await read(person)).toMatchObject({ data: [{ expiration_ts }] });
  });

  it.each<[string, () => Partial<Update>, RegExp]>([
    ['an unknown technical name', () => ({ segment_technical_name: 'unknown' }), /^segment_technical_name: /],
    ['the name of another datamart', () => ({ segment_technical_name: 'foreign' }), /^segment_technical_name: /],
    ['a name in another case', () => ({ segment_technical_name: 'Buyers' }), /^segment_technical_name: /],
    ['an id of another segment', () => ({ ...byName, segment_id: `${segment}0` }), /^segment_id: /],
    ['an id that is not registered', () => ({ ...byName, segment_id: 'buyers' }), /^segment_id: /],
  ])('fails alone and without effect with %s', async (_case, named, problem) => {
    const [valid, failing] = [aPerson(), aPerson()];
    const failed = { error_code: 'BAD_REQUEST_DATA', error: expect.stringMatching(problem) };
    expect(
      await failuresOf([
        update(failing, named()),
        removal(valid, named()),
        update(valid, byName),
        removal(failing, named()),
      ]),
    ).toEqual([1, 2, 4].map((line) => ({ line, ...failed })));
    expect(await read(valid)).toMatchObject({ total: 1 });
    expect(await read(failing)).toMatchObject({ error_code: 'RESOURCE_NOT_FOUND' });
  });

  it('keeps its place among the lines of the person', async () => {
    const person = aPerson();
    const lines = [
      update(person, byName),
      removal(person, { segment_id: segment }),
      update(person, { segment_id: 'x' }),
    ];
    expect(await failuresOf(lines)).toEqual([]);
    expect(await read(person)).toMatchObject({ data: [{ segment_id: 'x' }] });
  });
});

describe('a segment that a transaction has found by its technical name', () => {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const hold = (reference: Partial<Update>, work: () => Promise<unknown>) =>
    transaction(tracking.database, async (client) => {
      await findRegisteredSegments(client, '7', [reference]);
      await work();
    });
  const input = AudienceSegmentInput.parse({ name: 'x', type: 'USER_LIST', technical_name: 'renamed' });
  const changes: [string, (segments: AudienceSegmentsRepository) => Promise<unknown>][] = [
    ['deleted', (segments) => segments.delete({ datamart_id: '7', id: segment }, Date.now())],
    ['renamed', (segments) => segments.update({ datamart_id: '7', id: segment }, input, Date.now())],
  ];
  const change = (by: (segments: AudienceSegmentsRepository) => Promise<unknown>) =>
    by(new AudienceSegmentsRepository(tracking.database));

  /** The connections that wait to hold or to change the registration. */
  const waits = () => lockWaits(tracking.postgres.url, "'segment registrations'");
  const waiting = (count: number) => eventually(async () => expect(await waits()).toHaveLength(count));

  /** Whether a change of the segment ends before the transaction that has looked it up. */
  async function endsBefore(by: (typeof changes)[0][1], reference: Partial<Update>): Promise<boolean> {
    let [isChanged, seen] = [false, false];
    let changing: Promise<unknown> = Promise.resolve();
    await hold(reference, async () => {
      changing = change(by).then(() => (isChanged = true));
      await eventually(async () => expect(isChanged || (await waits()).length === 1).toBe(true));
      seen = isChanged;
    });
    await changing;
    return seen;
  }

  it.each(changes)('is %s after the transaction', async (_case, by) =>
    expect(await endsBefore(by, byName)).toBe(false),
  );

  it.each(changes)('could be %s before if it was named by its id (control)', async (_case, by) =>
    expect(await endsBefore(by, { segment_id: segment })).toBe(true),
  );

  it.each(changes)('is %s soon although there is such a transaction at all times', async (_case, by) => {
    // A change that waited until there is no such transaction would wait for all of them.
    const most = 200;
    let begun = 0;
    let isChanged = false;
    const names = async (index: number) => {
      await pause(index * 75);
      for (; !isChanged && begun < most; begun++) await hold(byName, () => pause(300));
    };
    const holders = Array.from({ length: 4 }, (_, index) => names(index));
    try {
      await eventually(() => expect(begun).toBeGreaterThanOrEqual(4), { every: 10 });
      await change(by);
      expect(begun).toBeLessThan(most);
    } finally {
      isChanged = true;
      await Promise.all(holders);
    }
  });

  it.each(changes)(
    'is %s also if the transaction needs a lock of a later one, which waits for the change',
    async (_case, by) => {
      const person = (client: pg.ClientBase) => client.query(`select pg_advisory_xact_lock(hashtext('a person'))`);
      let begun: Promise<unknown>[] = [];
      await transaction(tracking.database, async (first) => {
        await findRegisteredSegments(first, '7', [byName]);
        let hasPerson = false;
        const later = transaction(tracking.database, async (second) => {
          await person(second);
          hasPerson = true;
          await waiting(1);
          await findRegisteredSegments(second, '7', [byName]);
        });
        await eventually(() => expect(hasPerson).toBe(true));
        begun = [later, change(by)];
        await waiting(2);
        // The server lets the later one pass the change when it finds the cycle, after a second.
        await person(first);
      });
      await Promise.all(begun);
    },
  );

  it('is the one that has the name once the change before has ended', async () => {
    const other = await register('7', 'other', null);
    const found = transaction(tracking.database, async (client) => {
      await lockRegistration(client, segment);
      const finding = transaction(tracking.database, (reader) => findRegisteredSegments(reader, '7', [byName]));
      await waiting(1);
      const rename = 'update audience_segments set technical_name = $2 where id = $1';
      await client.query(rename, [segment, 'renamed']);
      await client.query(rename, [other, 'buyers']);
      return { finding };
    });
    const { byTechnicalName } = await (await found).finding;
    expect(byTechnicalName.get('buyers')?.segment_id).toBe(other);
  });
});
