import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ImportOperation } from '@tributary/contracts/imports/import-messages';
import { activityReceived, backfillRequested } from '@tributary/contracts/topics/topics';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { eventually } from '@tributary/testing/eventually';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import { Applied, deliverBatch } from '../applied.js';
import { startTracking, type Tracking } from '../tracking.js';
import { PublishedFacts } from './published-facts.js';

let tracking: Tracking;
beforeAll(async () => (tracking = await startTracking([Applied, PublishedFacts])));
afterAll(() => tracking.stop());

/** The compartment c is exclusive, d is not. */
const identifiers: Identifier[] = [
  ...['1', '2'].map((value) => ({ type: 'USER_ACCOUNT' as const, compartment_id: 'c', value })),
  ...['1', '2'].map((value) => ({ type: 'USER_ACCOUNT' as const, compartment_id: 'd', value })),
  ...['1', '2', '3'].map((value) => ({ type: 'USER_AGENT' as const, value })),
];

interface Step {
  kind: 'activity' | 'associate' | 'dissociate' | 'delete_point';
  named: Identifier[];
  /** Epoch milliseconds: a device moves with the newest. */
  ts: number;
}
const kind = fc.oneof(
  { arbitrary: fc.constant('activity' as const), weight: 6 },
  fc.constantFrom('associate' as const, 'dissociate' as const),
  fc.constant('delete_point' as const),
);
const now = Date.now();
const aHistory = fc.array(
  fc.record<Step>({
    kind,
    named: fc.subarray(identifiers, { minLength: 1, maxLength: 3 }),
    ts: fc.integer({ min: now - 5, max: now }),
  }),
  { minLength: 2, maxLength: 12 },
);

async function run(datamart_id: string, { kind: kind_, named, ts }: Step): Promise<void> {
  const [first] = named;
  if (kind_ === 'activity') {
    const body = JSON.stringify({ $type: 'TOUCH', $ts: ts });
    const value = { datamart_id, activity_id: randomUUID(), received_ts: Date.now(), identifiers: named, body };
    await tracking.app.publisher.publish(activityReceived, [{ id: value.activity_id, value }]);
    return;
  }
  if (!first || (kind_ === 'dissociate' && named.length < 2)) return;
  const operation: ImportOperation =
    kind_ === 'delete_point' ? { kind: kind_, identifier: first } : { kind: kind_, identifiers: named };
  const batch = { execution_id: randomUUID(), chunk: 0, batch: 0, shard: 0, creation_ts: Date.now() };
  await deliverBatch(tracking.app.publisher, { datamart_id, ...batch, lines: [{ line: 1, operation }] });
}

/** The stored activities with the people who have them. */
async function storedIn(datamart_id: string): Promise<string[]> {
  const rows = await tracking.database.query<{ fact: string }[]>(
    `select activity_id || ' of ' || coalesce(survivor_id, user_point_id) as fact from activities
      left join user_point_merges merge on (merge.datamart_id, merged_id) = (activities.datamart_id, user_point_id)
      where activities.datamart_id = $1`,
    [datamart_id],
  );
  return rows.map(({ fact }) => fact).sort();
}

/** A device that moves from one account to the other, and an identifier that leaves and comes back. */
const [c1, c2, d1, , agent] = identifiers as [Identifier, Identifier, Identifier, Identifier, Identifier];
const moving: Step[] = [
  { kind: 'activity', named: [c1, agent], ts: now - 3 },
  { kind: 'activity', named: [c1, d1], ts: now - 3 },
  { kind: 'activity', named: [c2, agent], ts: now - 2 },
  { kind: 'dissociate', named: [c1, d1], ts: now },
  { kind: 'activity', named: [agent], ts: now - 1 },
  { kind: 'activity', named: [d1], ts: now - 1 },
];

it('what is published, live and by a backfill, is what the database has, after moves, dissociations and erasures', async () => {
  const datamarts: string[] = [];
  await fc.assert(
    fc.asyncProperty(aHistory, async (history) => {
      const datamart_id = String(7_001 + datamarts.length);
      datamarts.push(datamart_id);
      const compartment = { compartment_id: 'c', name: 'Customers', exclusive: true };
      expect((await tracking.call('POST', `${datamart_id}/compartments`, compartment)).status).toBe(200);
      for (const step of history) await run(datamart_id, step);
      const stored = await storedIn(datamart_id);
      await eventually(() => expect(PublishedFacts.liveOf(datamart_id)).toEqual(stored));
    }),
    { numRuns: lawRuns(6), examples: [[moving]] },
  );
  const request_id = randomUUID();
  await tracking.app.publisher.publish(backfillRequested, [{ id: randomUUID(), value: { request_id } }]);
  await eventually(() => expect(PublishedFacts.hasAllOf(request_id)).toBe(true));
  for (const datamart_id of datamarts)
    expect(PublishedFacts.backfilledOf(datamart_id)).toEqual(await storedIn(datamart_id));
  // The example has three people: both accounts, of which the second has the device now, and the one who has left.
  expect(new Set((await storedIn(datamarts[0] ?? '')).map((fact) => fact.split(' of ')[1])).size).toBe(3);
});
