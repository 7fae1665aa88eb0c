import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { activityReceived, directoryChanged } from '@tributary/contracts/topics/topics';
import { lawRuns } from '@tributary/testing/config';
import { hourMs } from '@tributary/contracts/rules/time-units';
import fc from 'fast-check';
import { LeftOutRepository } from '../../src/left-out/left-out.repository.js';
import { activityBatch, Applied, deliverBatch } from '../applied.js';
import { startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking([Applied])));
afterAll(() => tracking.stop());

const kinds = ['stored', 'refused', 'dropped', 'dropped_on_error', 'early', 'early line', 'refused line', 'merge'];
type Kind = (typeof kinds)[number];

/** Something that happened `age` ms ago. */
interface Happening {
  kind: Kind;
  age: number;
  /** Whether it comes twice. */
  again: boolean;
}

const dayHours = 24;
const dedupeDays = 14;
const age = fc.oneof(fc.nat(3 * hourMs), fc.nat(20 * dayHours * hourMs));
const happenings = fc.array(fc.record<Happening>({ kind: fc.constantFrom(...kinds), age, again: fc.boolean() }), {
  maxLength: 10,
});

const early = { $ts: 1_700_000_000 };
let channels = 0;

/** The moment of everything: in the middle of an hour, so that no run sees another one begin. */
const now = Math.floor(Date.now() / hourMs) * hourMs - hourMs / 2;

async function happen(datamart_id: string, channel: string, { kind, age: past, again }: Happening): Promise<void> {
  const { app, database } = tracking;
  const ts = now - past;
  const agents = [randomUUID(), randomUUID()];
  const activity = (difference: Partial<ActivityReceived>, fields: object = {}) => ({
    datamart_id,
    activity_id: randomUUID(),
    received_ts: ts,
    identifiers: [{ type: 'USER_AGENT' as const, value: agents[0] ?? '' }],
    body: JSON.stringify({ $type: 'TOUCH', ...fields }),
    ...difference,
  });
  const publish = async (value: ActivityReceived) => {
    for (let times = 0; times < (again ? 2 : 1); times++)
      await app.publisher.publish(activityReceived, [{ id: value.activity_id, value }]);
  };
  const both = agents.map((value) => ({ type: 'USER_AGENT' as const, value }));
  if (kind === 'stored') await publish(activity({}));
  else if (kind === 'refused') await publish(activity({}, { $site_id: channel }));
  else if (kind === 'early') await publish(activity({}, early));
  else if (kind === 'dropped' || kind === 'dropped_on_error') await publish(activity({ body: '{}', outcome: kind }));
  else if (kind === 'merge') {
    for (const one of both) await publish(activity({ identifiers: [one] }));
    await publish(activity({ identifiers: both }));
    await database.query('update user_point_merges set merge_ts = $2 where datamart_id = $1 and merge_ts > $3', [
      datamart_id,
      ts,
      now,
    ]);
  } else {
    const fields = { $type: 'TOUCH', ...(kind === 'early line' ? early : { $site_id: channel }) };
    const batch = activityBatch(datamart_id, [{ agent: agents[0] ?? '', fields }], ts);
    for (let times = 0; times < (again ? 2 : 1); times++) await deliverBatch(app.publisher, batch);
    const applied = 'update import_batches set applied_ts = $2 where datamart_id = $1 and execution_id = $3';
    await database.query(applied, [datamart_id, ts, batch.execution_id]);
  }
}

const floor = (ts: number) => Math.floor(ts / hourMs) * hourMs;

/** The same numbers, from the list of what happened. */
function expected(all: Happening[], from_ts: number, to_ts: number) {
  const until_ts = Math.min(floor(to_ts) + hourMs, now);
  const count = (since: number, ...counted: Kind[]) =>
    all.filter(({ kind, age: past }) => counted.includes(kind) && now - past >= since && now - past < until_ts).length;
  const firstKnown = floor(now - dedupeDays * dayHours * hourMs) + hourMs;
  const since_ts = Math.max(floor(from_ts), firstKnown);
  const known = (...counted: Kind[]) => ({
    count: firstKnown >= until_ts ? null : count(since_ts, ...counted),
    since_ts,
    until_ts,
  });
  return {
    refused_by_choice: known('refused', 'refused line'),
    dropped: known('dropped', 'dropped_on_error'),
    dropped_on_error: known('dropped_on_error'),
    suspicious_time: { count: count(floor(from_ts), 'early', 'early line'), since_ts: floor(from_ts), until_ts },
    people_merged: {
      count: all.filter(({ kind, age: past }) => kind === 'merge' && now - past >= from_ts).length,
      since_ts: from_ts,
      until_ts: now,
    },
  };
}

it('what a range leaves out is what has happened in its hours, as far as it is known', async () => {
  await fc.assert(
    fc.asyncProperty(happenings, age, fc.nat(10 * dayHours * hourMs), async (all, start, length) => {
      const datamart_id = String(1_000 + ++channels);
      const channel = String(channels);
      const processings = [{ processing_id: '5', legal_basis: 'CONSENT' as const }];
      await tracking.app.publisher.publish(directoryChanged, [
        {
          id: randomUUID(),
          value: { kind: 'channel', id: channel, datamart_id, version: channels, processings, analyzers: [] },
        },
      ]);
      for (const one of all) await happen(datamart_id, channel, one);
      const [from_ts, to_ts] = [now - start, now - start + length];
      const leftOut = tracking.app.app.get(LeftOutRepository, { strict: false });
      const read = await leftOut.read({ datamart_id, from_ts, to_ts }, now);
      expect(read).toEqual(expected(all, from_ts, to_ts));
    }),
    { numRuns: lawRuns(10) },
  );
});
