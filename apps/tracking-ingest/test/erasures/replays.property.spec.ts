import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { identifierKey } from '@tributary/contracts/tracking/identifier';
import { lawRuns } from '@tributary/testing/config';
import { dayMs } from '@tributary/contracts/rules/time-units';
import fc from 'fast-check';
import { activityOf, agent, Replays } from './replays.js';

let replays: Replays;
beforeAll(async () => void (replays = await Replays.start()));
afterAll(() => replays.database.stop());

const people = ['a', 'b', 'c', 'd'].map(agent);
const aStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('receive' as const),
      named: fc.uniqueArray(fc.nat(people.length - 1), { minLength: 1, maxLength: 2 }),
      /** It waits, on the bus or as a dead letter. */
      isLate: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('replay' as const), message: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('erase' as const), person: fc.nat(people.length - 1) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.constantFrom(1, 3_600_000, dayMs - 1, dayMs, 15 * dayMs, 400 * dayMs),
      isKept: fc.boolean(),
    }),
  },
);
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never;

/** Knows who is stored: never what came in by the last erasure of one of its identifiers. */
class Oracle {
  private readonly owners = new Map<string, Set<string>>();
  private readonly erasures = new Map<string, number>();

  deliver({ identifiers, received_ts }: ActivityReceived): void {
    const named = identifiers.map(identifierKey);
    if (named.some((name) => (this.erasures.get(name) ?? -1) >= received_ts)) return;
    const all = new Set(named.flatMap((name) => [...(this.owners.get(name) ?? [name])]));
    for (const name of all) this.owners.set(name, all);
  }

  erase(name: string, now: number): void {
    for (const one of this.owners.get(name) ?? [name]) {
      this.owners.delete(one);
      this.erasures.set(one, now);
    }
  }

  people = () => Array.from(new Set(this.owners.values()), (own) => [...own].sort()).sort();
}

let datamarts = 0;

async function run(steps: Step[]): Promise<void> {
  const datamart_id = String(++datamarts);
  const oracle = new Oracle();
  const messages: ActivityReceived[] = [];
  let now = Date.parse('2026-03-15T12:00:00Z');
  const deliver = async (message: ActivityReceived | undefined) => {
    if (!message) return;
    await replays.deliver([message], now);
    oracle.deliver(message);
  };
  for (const step of steps) {
    now += 1;
    if (step.kind === 'receive') {
      messages.push(
        activityOf(
          datamart_id,
          step.named.flatMap((index) => people[index] ?? []),
          now,
        ),
      );
      if (!step.isLate) await deliver(messages.at(-1));
    } else if (step.kind === 'replay') await deliver(messages[step.message]);
    else if (step.kind === 'erase') {
      const person = people[step.person] ?? agent('a');
      await replays.erase(datamart_id, person, now);
      oracle.erase(identifierKey(person), now);
    } else {
      now += step.ms;
      if (step.isKept) await replays.keep(now);
    }
    expect(await replays.people(datamart_id)).toEqual(oracle.people());
  }
}

describe('any history of receipts, erasures, replays and years', () => {
  it('stores none of the erased people again, and all who come back by themselves', () =>
    fc.assert(fc.asyncProperty(fc.array(aStep, { minLength: 4, maxLength: 14 }), run), { numRuns: lawRuns(25) }));

  it('would differ from that if a replay forgot the kept erasures (control)', async () => {
    const history: Step[] = [
      { kind: 'receive', named: [0], isLate: true },
      { kind: 'erase', person: 0 },
      { kind: 'pass', ms: 15 * dayMs, isKept: true },
      { kind: 'pass', ms: 15 * dayMs, isKept: true },
      { kind: 'replay', message: 0 },
    ];
    await run(history);
    const forget = () => replays.database.dataSource.query('truncate kept_erasures');
    const keep = replays.keep.bind(replays);
    replays.keep = (now) =>
      keep(now)
        .then(forget)
        .then(() => {});
    try {
      await expect(run(history)).rejects.toThrow();
    } finally {
      replays.keep = keep;
    }
  });
});
