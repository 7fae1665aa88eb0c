import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChunkParsed } from '@tributary/contracts/imports/import-messages';
import { dayMs, isoDay } from '@tributary/contracts/rules/time-units';
import { Housekeeping } from '../../src/activities/housekeeping.js';
import { activityBatch, Applied, deliverBatch } from '../applied.js';
import { startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking([Applied])));
afterAll(() => tracking.stop());

interface Visits {
  who: string;
  types?: string[];
  creation_ts?: number;
}

const aBatch = ({ who, types = ['SITE_VISIT'], creation_ts }: Visits): ChunkParsed =>
  activityBatch(
    '7',
    types.map((type) => ({ agent: who, fields: { $type: type } })),
    creation_ts,
  );
const deliver = (batch: ChunkParsed) => deliverBatch(tracking.app.publisher, batch);

const stored = async (who: string) =>
  (await tracking.call('GET', `7/user_points/user_agent_id=${who}/user_activities`)).body.total;
const success = { total_success: 1, failures: [] };

describe('activities of a day whose partition the database lacks', () => {
  const creation_ts = Date.now();
  const partition = `activities_${isoDay(creation_ts).replaceAll('-', '')}`;

  it('are stored in a new partition', async () => {
    expect(await deliver(aBatch({ who: 'day-1', creation_ts }))).toMatchObject(success);
    await tracking.database.query(`drop table ${partition}`);
    expect(await deliver(aBatch({ who: 'day-2', creation_ts }))).toMatchObject(success);
    expect(await stored('day-2')).toBe(1);
  });

  it('do not hide a violated check, which fails its line (control)', async () => {
    await tracking.database.query(`alter table activities add constraint no_faults check (type <> 'FAULT')`);
    const answer = await deliver(aBatch({ who: 'day-3', types: ['SITE_VISIT', 'FAULT'] }));
    await tracking.database.query('alter table activities drop constraint no_faults');
    expect(answer).toMatchObject({ total_success: 1, failures: [{ line: 2, error_code: 'BAD_REQUEST_DATA' }] });
    expect(await stored('day-3')).toBe(1);
  });
});

describe('a batch that is delivered again long after the upload', () => {
  const ago = (days: number) => Date.now() - days * dayMs;
  const housekeep = () => tracking.app.app.get(Housekeeping, { strict: false }).run(Date.now());
  /** As if it had been applied in the past. */
  const setAppliedTime = ({ execution_id }: ChunkParsed, applied_ts: number) =>
    tracking.database.query('update import_batches set applied_ts = $1 where execution_id = $2', [
      applied_ts,
      execution_id,
    ]);

  it('is not applied again within 30 days, longer than the window of deduplication', async () => {
    const batch = aBatch({ who: 'late-1', creation_ts: ago(29) });
    const answer = await deliver(batch);
    expect(answer).toMatchObject(success);
    await setAppliedTime(batch, ago(29));
    await housekeep();
    expect(await deliver(batch)).toEqual(answer);
    expect(await stored('late-1')).toBe(1);
  });

  it('is not applied again after it was forgotten: all its lines fail', async () => {
    const batch = aBatch({ who: 'late-2', creation_ts: ago(32) });
    // The time stays that of the first application.
    expect(await deliver({ ...batch, creation_ts: Date.now() })).toMatchObject(success);
    await setAppliedTime(batch, ago(32));
    await housekeep();
    expect(await deliver(batch)).toMatchObject({
      total_success: 0,
      failures: [{ line: 1, error_code: 'SERVICE_UNAVAILABLE', error: expect.stringContaining('30 days') }],
    });
    expect(await stored('late-2')).toBe(1);
  });

  it('is applied if it was never delivered before and is younger than 30 days (control)', async () => {
    expect(await deliver(aBatch({ who: 'late-3', creation_ts: ago(29) }))).toMatchObject(success);
    expect(await stored('late-3')).toBe(1);
  });
});
