import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import type { ClaimedActivity } from '../src/attempts/claim-activities.js';
import type { EndedAttempt } from '../src/attempts/end-attempts.js';
import { aMessage, at, startAnalysisDatabase, type AnalysisDatabase } from './analysis-database.js';

let database: AnalysisDatabase;
beforeAll(async () => void (database = await startAnalysisDatabase()));
afterAll(() => database.stop());

const chain = ['7', '8'];

type Action =
  | { kind: 'enqueue'; people: number[] }
  | { kind: 'redeliver' }
  | { kind: 'resend' }
  | { kind: 'claim'; analyzer: number; room: number }
  | { kind: 'end'; endings: ('ok' | 'drop' | 'fail' | 'retry' | 'release' | 'lost')[] };

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constant('enqueue' as const),
    people: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 6 }),
  }),
  fc.constant({ kind: 'redeliver' as const }),
  fc.constant({ kind: 'resend' as const }),
  fc.record({
    kind: fc.constant('claim' as const),
    analyzer: fc.integer({ min: 0, max: 1 }),
    room: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({
    kind: fc.constant('end' as const),
    endings: fc.array(fc.constantFrom('ok', 'ok', 'drop', 'fail', 'retry', 'release', 'lost'), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
);

const outcomeOf = ({ outcome }: ActivityReceived) => outcome ?? 'stored';
const isDrop = (outcome: string) => outcome === 'dropped' || outcome === 'dropped_on_error';

/** Runs the actions, then all that is left to its end. */
class Run {
  readonly accepted: string[] = [];
  /** Resent after their end: they are analyzed once more, and tracking-ingest stores them once. */
  readonly analyzedAgain: string[] = [];
  readonly begun: { analyzer: string; person: string; number: number }[] = [];
  private readonly numbers = new Map<string, { person: string; number: number }>();
  private claimed: ClaimedActivity[] = [];
  private batch: ReturnType<typeof aMessage>[] = [];
  private offset = 0;

  async act(action: Action): Promise<void> {
    switch (action.kind) {
      case 'enqueue':
        return this.enqueue(action.people.map((person) => aMessage({}, `person ${person}`)));
      case 'redeliver':
        return void (await database.enqueue(this.batch, chain));
      case 'resend':
        return this.resend();
      case 'claim':
        return this.claim(chain[action.analyzer] ?? '7', action.room);
      case 'end':
        return this.end(action.endings);
    }
  }

  async finish(): Promise<void> {
    for (let round = 0; round < 500; round++) {
      await this.end(this.claimed.map(() => 'ok'));
      await database.dataSource.query('update waiting_activities set due_time = now() where due_time is not null');
      for (const analyzer of chain) await this.claim(analyzer, 5);
      if (this.claimed.length === 0) return;
    }
    throw new Error('activities are left');
  }

  private async enqueue(messages: ReturnType<typeof aMessage>[]): Promise<void> {
    this.batch = messages.map((message) => at(message, this.offset++));
    for (const [index, { value, key }] of this.batch.entries()) {
      this.accepted.push(value.activity_id);
      if (!this.numbers.has(value.activity_id))
        this.numbers.set(value.activity_id, { person: key, number: this.offset - this.batch.length + index });
    }
    await database.enqueue(this.batch, chain);
  }

  /** A client resends under the same `$unique_key`. The queue remembers what waits and what was dropped. */
  private async resend(): Promise<void> {
    const [message] = this.batch;
    if (!message) return;
    const { activity_id } = message.value;
    const ends = (await database.published()).filter((one) => one.activity_id === activity_id).map(outcomeOf);
    const isWaiting = (await database.waitingIds()).includes(activity_id);
    if (!isWaiting && ends.includes('stored') && !ends.some(isDrop)) {
      this.analyzedAgain.push(activity_id);
      this.numbers.delete(activity_id);
    }
    await this.enqueue([aMessage(message.value, message.key)]);
  }

  private async claim(analyzer_id: string, room: number): Promise<void> {
    for (const claimed of await database.claim(room, { analyzer_id })) {
      this.claimed.push(claimed);
      const known = this.numbers.get(claimed.activity.activity_id);
      if (known && claimed.attempts === 0) this.begun.push({ analyzer: analyzer_id, ...known });
    }
  }

  private async end(endings: string[]): Promise<void> {
    const ended = this.claimed
      .splice(0, Math.max(endings.length, 1))
      .flatMap((claimed, index) => this.ending(claimed, endings[index] ?? 'ok'));
    if (ended.length > 0) await database.end(ended);
  }

  private ending(claimed: ClaimedActivity, ending: string): EndedAttempt[] {
    const analyzers = claimed.analyzer_id === '7' ? ['8'] : [];
    const failed = { failure: 'TIMEOUT' as const, attempts: 3 };
    switch (ending) {
      case 'drop':
        return [{ claimed, step: { kind: 'end', outcome: 'dropped' } }];
      case 'fail':
        return [{ claimed, step: { kind: 'end', outcome: 'dropped_on_error', failed } }];
      case 'retry':
        return [{ claimed, step: { kind: 'retry', delayMs: 1 } }];
      case 'release':
        return [{ claimed, step: { kind: 'release' } }];
      case 'lost':
        return [];
      default:
        return [{ claimed, step: { kind: 'continue', analyzers, body: '{}', hasFailed: false } }];
    }
  }
}

it('ends each accepted activity exactly once, and begins the calls of a person in the order of acceptance', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 40 }), async (actions) => {
      await database.clear();
      const run = new Run();
      for (const one of actions) await run.act(one);
      await run.finish();
      const published = await database.published();
      expect(published.map(({ activity_id }) => activity_id).sort()).toEqual([...run.accepted].sort());
      const ends = published.filter(({ outcome }) => outcome !== 'duplicate').map(({ activity_id }) => activity_id);
      expect(ends.sort()).toEqual([...new Set(run.accepted), ...run.analyzedAgain].sort());
      for (const { waiting } of await database.waiting()) expect(waiting).toBe('0');
      for (const own of Map.groupBy(run.begun, ({ analyzer, person }) => `${analyzer}/${person}`).values()) {
        const numbers = own.map(({ number }) => number);
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      }
    }),
    { numRuns: lawRuns(30) },
  );
});
