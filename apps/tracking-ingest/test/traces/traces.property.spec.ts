import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { traceOutcomes, type ActivityTrace } from '@tributary/contracts/traces/activity-trace';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import fc from 'fast-check';
import { startTracking, type Tracking } from '../tracking.js';
import { agent, datamart_id, publish, received, traceOf } from './traces-fixture.js';

let tracking: Tracking;
beforeAll(async () => {
  tracking = await startTracking();
});
afterAll(() => tracking.stop());

/** A sending of one of a few activities, of one of a few people, or the erasure of one of them. */
type Happening =
  | { kind: 'send'; activity: number; people: number[]; outcome: ActivityReceived['outcome']; isOther: boolean }
  | { kind: 'erase'; person: number };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      activity: fc.nat(5),
      people: fc.array(fc.nat(2), { minLength: 1, maxLength: 2 }),
      outcome: fc.constantFrom(undefined, undefined, undefined, 'dropped' as const, 'dropped_on_error' as const),
      isOther: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), person: fc.nat(2) }) },
);

const storedIds = async () =>
  new Set(
    (await tracking.database.query<{ activity_id: string }[]>('select activity_id from activities')).map(
      ({ activity_id }) => activity_id,
    ),
  );

function expectOneOutcome({ state, steps }: ActivityTrace, isStored: boolean): void {
  const names = steps.map(({ step }) => step);
  const ends = names.filter((name) => traceOutcomes.has(name));
  const isErasedLater = ends.length === 2 && ends[0] === 'STORED' && ends[1] === 'ERASED';
  expect(ends.length === 1 || isErasedLater).toBe(true);
  expect(state).toBe(ends.at(-1));
  expect(state === 'STORED').toBe(isStored);
  expect(names[0]).toBe('ACCEPTED');
  const times = steps.map(({ ts }) => ts);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  if (state === 'ERASED') expect(JSON.stringify(steps)).not.toContain('user_point_id');
}

it('each activity that was sent has exactly one end, which agrees with what is stored, and its steps are in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 15 }), async (history) => {
      const [ids, names] = [Array.from({ length: 6 }, () => randomUUID()), [0, 1, 2].map(() => randomUUID())];
      const sent = new Map<string, string[]>();
      for (const one of history) {
        if (one.kind === 'erase') {
          await tracking.call('DELETE', `${datamart_id}/user_points/user_agent_id=${names[one.person]}`);
          continue;
        }
        const activity_id = ids[one.activity] ?? '';
        const hash = one.isOther ? 'ffffffffffff' : '000000000000';
        const identifiers = one.people.map((person) => agent(names[person] ?? ''));
        const value = received({ activity_id, identifiers, trace: { hash } });
        // Another time than that of any other: the same is a message that is delivered again.
        value.received_ts += sent.get(activity_id)?.length ?? 0;
        await publish(tracking, one.outcome ? { ...value, body: '{}', outcome: one.outcome } : value);
        sent.set(activity_id, [...(sent.get(activity_id) ?? []), hash]);
      }
      const stored = await storedIds();
      for (const [activity_id, hashes] of sent) {
        const trace = await traceOf(tracking, activity_id);
        if (!trace) throw new Error(`${activity_id} has no trace`);
        expectOneOutcome(trace, stored.has(activity_id));
        const duplicate = trace.steps.find(({ step }) => step === 'DUPLICATE');
        expect(duplicate?.count ?? 0).toBe(hashes.length - 1);
        if (duplicate) expect(duplicate.different).toBe(new Set(hashes).size > 1);
      }
    }),
    { numRuns: 25 },
  );
});
