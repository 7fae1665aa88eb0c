import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { transaction } from '@tributary/database/transaction';
import type { DataSource } from 'typeorm';
import { resolveAndMerge } from '../../src/attached-data/resolve-and-merge.js';
import { claimDeleted, deleteDead, findDead } from '../../src/segments/delete-dead.js';
import { requestSegmentDeletion } from '../../src/segments/request-deletion.js';
import { SegmentUpkeep } from '../../src/segments/segment-upkeep.js';
import { SegmentsRepository } from '../../src/segments/segments.repository.js';
import { writeSegments } from '../../src/segments/write-segments.js';
import { compareReports } from './compare-reports.js';
import { agent, SegmentSteps } from './segment-steps.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

let database: TrackingDatabase;
let dataSource: DataSource;
let segments: SegmentsRepository;
beforeAll(async () => {
  database = await startTrackingDatabase();
  dataSource = database.dataSource;
  segments = new SegmentsRepository(dataSource);
});
afterAll(() => database.stop());

let datamarts = 0;
const newSteps = () => new SegmentSteps(dataSource, String(++datamarts));
const join = (steps: SegmentSteps, people: string[], segment_id = '7', now?: number) =>
  steps.write({ people, segment_ids: [segment_id], expiration_ts: null }, now);
const newUpkeep = () => {
  const metrics = new Metrics('tracking-ingest');
  const upkeep = new SegmentUpkeep(dataSource, metrics, createLogger('tested', 'silent'));
  return Object.assign(upkeep, { text: () => metrics.registry.metrics() });
};
const shownTo = async ({ datamart_id }: SegmentSteps, person: string) => {
  const path = { datamart_id, selector: { by: 'user_agent_id' as const, user_agent_id: person } };
  return (await segments.list(path, { first_result: 0, max_results: 50 }, Date.now())).items;
};
const idsOf = async (steps: SegmentSteps, person: string) =>
  (await shownTo(steps, person)).map(({ segment_id }) => segment_id);
const stored = async ({ datamart_id }: SegmentSteps, segment_id = '7') => {
  const rows = await dataSource.query<object[]>(
    'select from user_segments where datamart_id = $1 and segment_id = $2',
    [datamart_id, segment_id],
  );
  return rows.length;
};
/** Lets processes try again at once. */
const skipRetryPause = () => dataSource.query('update deleted_segments set lease_ts = 0');
const isFinished = async ({ datamart_id }: SegmentSteps) =>
  (
    await dataSource.query<{ finished: boolean }[]>(
      'select finish_ts is not null as finished from deleted_segments where datamart_id = $1',
      [datamart_id],
    )
  ).map(({ finished }) => finished);

describe('a deleted segment', () => {
  it('is not shown from the commit on, and its memberships are deleted soon', async () => {
    const steps = newSteps();
    await steps.write({ people: ['a', 'b'], segment_ids: ['7', '8'], expiration_ts: null });
    const other = newSteps();
    await join(other, ['a']);
    await steps.deleteSegment('7');
    expect([await idsOf(steps, 'a'), await idsOf(steps, 'b'), await idsOf(other, 'a')]).toEqual([['8'], ['8'], ['7']]);
    expect(await stored(steps)).toBe(2);
    await newUpkeep().deleteDead();
    expect([await stored(steps), await stored(steps, '8'), await stored(other)]).toEqual([0, 2, 1]);
    expect(await isFinished(steps)).toEqual([true]);
  });

  it('is shown until its transaction commits, and afterwards if that rolls back', async () => {
    const steps = newSteps();
    await join(steps, ['a']);
    const undone = steps.run(async (client) => {
      await requestSegmentDeletion(client, { datamart_id: steps.datamart_id, segment_id: '7' }, 1);
      expect(await idsOf(steps, 'a')).toEqual(['7']);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await newUpkeep().deleteDead();
    expect(await idsOf(steps, 'a')).toEqual(['7']);
  });

  it('keeps memberships that are written after the deletion, with times of their own', async () => {
    const steps = newSteps();
    await join(steps, ['a', 'b'], '7', 1_000);
    await steps.deleteSegment('7');
    await join(steps, ['a', 'c'], '7', 2_000);
    const expected = [[expect.objectContaining({ segment_id: '7', creation_ts: '2000' })], [], [expect.anything()]];
    const shown = async () => [await shownTo(steps, 'a'), await shownTo(steps, 'b'), await shownTo(steps, 'c')];
    expect(await shown()).toEqual(expected);
    await newUpkeep().deleteDead();
    expect(await shown()).toEqual(expected);
    expect(await stored(steps)).toBe(2);
    await steps.deleteSegment('7');
    await newUpkeep().deleteDead();
    expect([await idsOf(steps, 'a'), await stored(steps)]).toEqual([[], 0]);
  });

  it.each(['before', 'after'])('stays deleted in a merge %s its job', async (when) => {
    const steps = newSteps();
    await join(steps, ['a', 'b', 'c']);
    await steps.deleteSegment('7');
    await join(steps, ['d']);
    if (when === 'after') await newUpkeep().deleteDead();
    await steps.merge(['a', 'b']);
    await steps.merge(['c', 'd']);
    expect([await idsOf(steps, 'a'), await idsOf(steps, 'c')]).toEqual([[], ['7']]);
    await newUpkeep().deleteDead();
    expect([await idsOf(steps, 'a'), await idsOf(steps, 'c'), await stored(steps)]).toEqual([[], ['7'], 1]);
  });

  it.each([
    ['survivor', 'older', 'younger'],
    ['merged one', 'younger', 'older'],
  ])(
    'gives nothing of the %s to a later membership in a merge, even if a clock was ahead',
    async (_case, dead, alive) => {
      const steps = newSteps();
      await join(steps, ['older'], '8');
      await join(steps, [dead], '7', 9_000);
      await steps.deleteSegment('7');
      await join(steps, [alive], '7', 2_000);
      await steps.merge(['older', 'younger']);
      const own = { segment_id: '7', creation_ts: '2000', last_modified_ts: '2000' };
      expect(await shownTo(steps, 'older')).toEqual([expect.objectContaining(own), expect.anything()]);
    },
  );

  it('ends for a merge too that commits while it is being deleted, in reports as well', async () => {
    const steps = newSteps();
    await join(steps, ['a', 'b']);
    await steps.deleteSegment('7', () => steps.merge(['a', 'b']));
    expect(await idsOf(steps, 'a')).toEqual([]);
    await compareReports(dataSource, steps.datamart_id, Date.now());
  });

  it('has as many memberships as a process holds lists of, and more', async () => {
    const steps = newSteps();
    await dataSource.query(
      `insert into user_segments (datamart_id, user_point_id, segment_id, creation_ts, last_modified_ts, version, write_version)
        select $1, gen_random_uuid(), '7', 1, 1, 1, 0 from generate_series(1, 105000)`,
      [steps.datamart_id],
    );
    await steps.deleteSegment('7');
    const upkeep = newUpkeep();
    await upkeep.deleteDead();
    expect(await stored(steps)).toBe(0);
    expect(await upkeep.text()).toMatch(/deleted_memberships_total\{cause="segment",[^}]*\} 105\d{3}$/m);
  });
});

describe('a write in progress at the deletion', () => {
  /** Writes a membership, and commits only after the deletion and a run of the job. Returns whether that finished it. */
  async function writeAcross(steps: SegmentSteps) {
    await join(steps, ['a'], '8');
    return steps.run(async (client) => {
      const { rows } = await client.query<{ user_point_id: string }>(
        'select user_point_id from user_identifiers where datamart_id = $1 for update',
        [steps.datamart_id],
      );
      const user_point_id = rows[0]?.user_point_id ?? '';
      const write = { datamart_id: steps.datamart_id, user_point_id, segment_id: '7', expiration_ts: null };
      await writeSegments(client, [write], 1);
      await steps.deleteSegment('7');
      await newUpkeep().deleteDead();
      return isFinished(steps);
    });
  }

  it('dies too: the deletion ends after it', async () => {
    const steps = newSteps();
    expect(await writeAcross(steps)).toEqual([false]);
    expect(await idsOf(steps, 'a')).toEqual(['8']);
    expect(await stored(steps)).toBe(1);
    const upkeep = newUpkeep();
    await skipRetryPause();
    await upkeep.deleteDead();
    expect(await upkeep.text()).toMatch(/pending_segment_deletions\{[^}]*\} 0/);
    expect([await stored(steps), await isFinished(steps)]).toEqual([0, [true]]);
  });

  it('is not searched for all the time', async () => {
    const steps = newSteps();
    await writeAcross(steps);
    const [{ pause_ms }] = await dataSource.query<[{ pause_ms: number }]>(
      'select lease_ts::float8 - $2 as pause_ms from deleted_segments where datamart_id = $1',
      [steps.datamart_id, Date.now()],
    );
    expect(pause_ms).toBeGreaterThan(5_000);
    await skipRetryPause();
    await newUpkeep().deleteDead();
  });

  it('would stay if the deletion did not wait for it (control)', async () => {
    const steps = newSteps();
    await dataSource.query(`create function finish_early() returns trigger language plpgsql as
      'begin new.finish_ts := coalesce(new.finish_ts, 1); return new; end'`);
    await dataSource.query(`create trigger finish_early before update on deleted_segments for each row
      when (new.barrier is not null and old.barrier is not null) execute function finish_early()`);
    expect(await writeAcross(steps)).toEqual([true]);
    await dataSource.query('drop trigger finish_early on deleted_segments');
    await newUpkeep().deleteDead();
    expect(await stored(steps)).toBe(1);
  });

  it('ends with a merge that began before and commits after the deletion', async () => {
    const steps = newSteps();
    await join(steps, ['a', 'b']);
    await steps.run(async (client) => {
      const claim = { datamart_id: steps.datamart_id, identifiers: [agent('a'), agent('b')] };
      await resolveAndMerge(client, [claim], Date.now());
      await steps.deleteSegment('7');
      await newUpkeep().deleteDead();
    });
    expect(await idsOf(steps, 'a')).toEqual([]);
    await skipRetryPause();
    await newUpkeep().deleteDead();
    expect([await stored(steps), await isFinished(steps)]).toEqual([0, [true]]);
  });
});

describe('several processes', () => {
  it('share the deletions, and count every membership once', async () => {
    const all = Array.from({ length: 6 }, newSteps);
    const people = Array.from({ length: 40 }, (_, index) => `p${index}`);
    for (const steps of all) await join(steps, people);
    for (const steps of all) await steps.deleteSegment('7');
    await Promise.all(Array.from({ length: 3 }, () => newUpkeep().deleteDead()));
    await skipRetryPause();
    await newUpkeep().deleteDead();
    for (const steps of all) {
      expect([await stored(steps), await isFinished(steps)]).toEqual([0, [true]]);
      await steps.addUp();
      expect(
        await dataSource.query('select count from segment_counts where datamart_id = $1', [steps.datamart_id]),
      ).toEqual([]);
    }
  });

  it('continue the work of one that died in the middle', async () => {
    const steps = newSteps();
    const people = Array.from({ length: 10 }, (_, index) => `p${index}`);
    await join(steps, people);
    await steps.deleteSegment('7');
    const segment = await steps.run((client) => claimDeleted(client, Date.now(), 60_000));
    if (!segment) throw new Error('nothing to claim');
    const list = { rowsPerBatch: 4, batches: 2 };
    const [first = '', second = '', ...others] = await steps.run((client) => findDead(client, segment, list));
    expect(others).toEqual([]);
    await steps.run((client) => deleteDead(client, segment, first));
    const died = transaction(dataSource, async (client) => {
      await deleteDead(client, segment, second);
      throw new Error('died');
    });
    await expect(died).rejects.toThrow('died');
    await newUpkeep().deleteDead();
    expect(await stored(steps)).toBe(6);
    // The lease ends.
    await skipRetryPause();
    await newUpkeep().deleteDead();
    expect([await stored(steps), await isFinished(steps)]).toEqual([0, [true]]);
  });

  it('do not wait for ever for a transaction of the server that the database was restored from', async () => {
    const steps = newSteps();
    await join(steps, ['a']);
    await steps.deleteSegment('7');
    await dataSource.query(`update deleted_segments set barrier = '999999999999' where finish_ts is null`);
    await newUpkeep().deleteDead();
    expect(await isFinished(steps)).toEqual([true]);
  });
});
