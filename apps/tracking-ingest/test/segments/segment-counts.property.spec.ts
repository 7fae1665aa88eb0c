import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transaction } from '@tributary/database/transaction';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { countMemberships } from '../../src/segments/count-memberships.js';
import { countPointsOf } from '../../src/segments/count-points.js';
import { compareReports } from './compare-reports.js';
import { SegmentSteps } from './segment-steps.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

let database: TrackingDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await startTrackingDatabase();
  dataSource = database.dataSource;
});
afterAll(() => database.stop());

const segments = ['7', '8', '9'];
const now = Date.now();
const person = fc.constantFrom('a', 'b', 'c', 'd');
const people = fc.uniqueArray(person, { minLength: 1, maxLength: 4 });
const pair = fc.uniqueArray(person, { minLength: 2, maxLength: 3 });
const segment_ids = fc.uniqueArray(fc.constantFrom(...segments), { minLength: 1, maxLength: 3 });
const expiration_ts = fc.constantFrom(null, now - 2, now - 1, now, now + 60_000);

const aStep = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('write' as const), people, segment_ids, expiration_ts }), weight: 6 },
  fc.record({ kind: fc.constant('leave' as const), people, segment_ids }),
  { arbitrary: fc.record({ kind: fc.constantFrom('merge' as const, 'dissociate'), people: pair }), weight: 3 },
  fc.record({ kind: fc.constant('erase' as const), person }),
  {
    arbitrary: fc.record({ kind: fc.constant('delete-segment' as const), segment_id: fc.constantFrom(...segments) }),
    weight: 2,
  },
  fc.record({
    kind: fc.constant('merge-during-deletion' as const),
    people: pair,
    segment_id: fc.constantFrom(...segments),
  }),
  fc.record({ kind: fc.constant('delete-expired' as const), limit: fc.constantFrom(1, 10) }),
  { arbitrary: fc.record({ kind: fc.constant('delete-dead' as const), size: fc.constantFrom(1, 100) }), weight: 2 },
  fc.record({ kind: fc.constantFrom('add-up' as const, 'compare') }),
);
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never;
/** The steps of a client come one after the other, those of several clients at once. */
const aHistory = fc.array(fc.array(aStep, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });

function run(steps: SegmentSteps, step: Step): Promise<unknown> {
  switch (step.kind) {
    case 'write':
      return steps.write(step);
    case 'leave':
      return steps.leave(step.people, step.segment_ids);
    case 'merge':
      return steps.merge(step.people);
    case 'dissociate':
      return steps.dissociate(step.people);
    case 'erase':
      return steps.erase(step.person);
    case 'delete-segment':
      return steps.deleteSegment(step.segment_id);
    case 'merge-during-deletion':
      return steps.deleteSegment(step.segment_id, () => steps.merge(step.people));
    case 'delete-expired':
      return steps.deleteExpired(now - 1, step.limit);
    case 'delete-dead':
      return steps.deleteDead(step.size);
    case 'add-up':
      return steps.addUp();
    case 'compare':
      return compare(steps);
  }
}

/** The counts beside what the reads of all people show, in one snapshot. */
const compare = ({ datamart_id }: SegmentSteps) =>
  transaction(dataSource, async (client) => {
    await client.query('set transaction isolation level repeatable read');
    const wanted = [...segments, 'never'].map((segment_id) => ({ datamart_id, segment_id }));
    const counted = await countPointsOf(client, wanted, now);
    const { rows } = await client.query<{ segment_id: string; members: number }>(
      `select s.segment_id, count(*)::int as members from user_segments s
        left join deleted_segments d using (datamart_id, segment_id)
        where datamart_id = $1 and (s.expiration_ts is null or s.expiration_ts > $2)
          and s.write_version >= coalesce(d.version, 0) group by 1`,
      [datamart_id, now],
    );
    const members = new Map(rows.map((row) => [row.segment_id, row.members]));
    expect(counted).toEqual(wanted.map(({ segment_id }) => members.get(segment_id) ?? 0));
  });

let datamarts = 0;
/** A datamart of its own for each history. */
async function live(history: Step[][]): Promise<void> {
  const steps = new SegmentSteps(dataSource, String(++datamarts));
  await Promise.all(
    history.map(async (own) => {
      for (const step of own) await run(steps, step);
    }),
  );
  await compare(steps);
  await compareReports(dataSource, steps.datamart_id, now);
  await steps.deleteDead(100);
  await steps.addUp();
  await compare(steps);
}

const law = fc.asyncProperty(aHistory, live);

describe('the number of people of a segment', () => {
  it('is that of its living memberships, at each moment of concurrent histories, and reports get the same ones', async () => {
    await fc.assert(law, { numRuns: lawRuns(50) });
    const left = await dataSource.query<object[]>(
      `select s.* from user_segments s join deleted_segments d using (datamart_id, segment_id)
        where write_version < d.version and finish_ts is not null`,
    );
    expect(left).toEqual([]);
  });

  it('includes memberships of an id without a count so far, and no other datamart', async () => {
    const steps = new SegmentSteps(dataSource, String(++datamarts));
    await steps.write({ people: ['a', 'b'], segment_ids: ['12'], expiration_ts: null });
    const wanted = ['12', '13', '12'].map((segment_id) => ({ datamart_id: steps.datamart_id, segment_id }));
    const other = { datamart_id: String(++datamarts), segment_id: '12' };
    expect(await steps.run((client) => countPointsOf(client, [...wanted, other], now))).toEqual([2, 0, 2, 0]);
  });

  it('keeps no row for segments without memberships', async () => {
    const steps = new SegmentSteps(dataSource, String(++datamarts));
    const counts = () =>
      dataSource.query('select count::int from segment_counts where datamart_id = $1', [steps.datamart_id]);
    await steps.write({ people: ['a', 'b'], segment_ids: ['12'], expiration_ts: null });
    await steps.addUp();
    expect(await counts()).toEqual([{ count: 2 }]);
    await steps.leave(['a', 'b'], ['12']);
    await steps.addUp();
    expect(await counts()).toEqual([]);
  });

  it('would be seen to be wrong if one kind of change were not counted (control)', async () => {
    await dataSource.query(`
      create function drop_losses() returns trigger language plpgsql as 'begin return null; end';
      create trigger drop_losses before insert on segment_count_changes for each row when (new.change < 0)
        execute function drop_losses()`);
    expect((await fc.check(law, { numRuns: 250, endOnFailure: true })).failed).toBe(true);
    await dataSource.query('drop trigger drop_losses on segment_count_changes');
  });

  it('lets writes to one segment commit beside each other', async () => {
    const steps = new SegmentSteps(dataSource, String(++datamarts));
    const write = (person: string) => steps.write({ people: [person], segment_ids: ['7'], expiration_ts: null });
    await write('a');
    await steps.addUp();
    await steps.run(async (client) => {
      await countMemberships(client, [{ datamart_id: steps.datamart_id, segment_id: '7', change: 1 }]);
      // It would wait for a counter that this transaction holds.
      await write('b');
    });
    expect(await steps.run((client) => countPointsOf(client, [{ ...steps, segment_id: '7' }], now))).toEqual([3]);
  });
});
