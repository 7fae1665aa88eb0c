import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ListedPerson } from '@tributary/contracts/people/listed-person';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import { startTracking, type Tracking } from '../tracking.js';

let tracking: Tracking;
beforeAll(async () => {
  tracking = await startTracking();
});
afterAll(() => tracking.stop());

const start = 1_790_000_000_000;
const agents = ['a', 'b', 'c', 'd'];
const agent = fc.constantFrom(...agents);
const aStep = fc.oneof(
  {
    arbitrary: fc.record({ kind: fc.constant('visit' as const), agent, day: fc.integer({ min: 0, max: 300 }) }),
    weight: 3,
  },
  fc.record({ kind: fc.constant('associate' as const), pair: fc.uniqueArray(agent, { minLength: 2, maxLength: 2 }) }),
);
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never;
const aHistory = fc.record({
  steps: fc.array(aStep, { minLength: 1, maxLength: 8 }),
  erased: fc.option(agent, { nil: undefined }),
});

const tsOf = ({ day }: { day: number }) => start - day * 86_400_000;

/** Sets of agents that are one person, and the times of their activities. */
interface Person {
  agents: Set<string>;
  times: number[];
}

/** The times that the list should show. */
function expectedTimes(steps: Step[], erased: string | undefined): number[] {
  let people: Person[] = agents.map((name) => ({ agents: new Set([name]), times: [] }));
  for (const step of steps) {
    if (step.kind === 'visit') people.find((one) => one.agents.has(step.agent))?.times.push(tsOf(step));
    else {
      const joined = people.filter((one) => step.pair.some((name) => one.agents.has(name)));
      const both = {
        agents: new Set(joined.flatMap((one) => [...one.agents])),
        times: joined.flatMap(({ times }) => times),
      };
      people = [...people.filter((one) => !joined.includes(one)), both];
    }
  }
  const left = people.filter((one) => erased === undefined || !one.agents.has(erased));
  return left.flatMap(({ times }) => (times.length === 0 ? [] : [Math.max(...times)])).toSorted((a, b) => b - a);
}

let datamarts = 100;
/** Lives the history in a datamart of its own. */
async function live({ steps, erased }: { steps: Step[]; erased?: string | undefined }): Promise<ListedPerson[]> {
  const datamart_id = String(++datamarts);
  for (const step of steps) {
    if (step.kind === 'visit') await tracking.send(datamart_id, { $user_agent_id: step.agent, $ts: tsOf(step) });
    else {
      const identifiers = step.pair.map((user_agent_id) => ({ type: 'USER_AGENT', user_agent_id }));
      await tracking.call('POST', `${datamart_id}/user_identifiers_association_declarations`, { identifiers });
    }
  }
  if (erased !== undefined) await tracking.call('DELETE', `${datamart_id}/user_points/user_agent_id=${erased}`);
  const { body } = await tracking.call('GET', `${datamart_id}/user_points`);
  expect(body.total).toBe((body.data as ListedPerson[]).length);
  return body.data;
}

const isRight = (expected: typeof expectedTimes) =>
  fc.asyncProperty(aHistory, async (history) => {
    const people = await live(history);
    expect(people.map(({ last_activity_ts }) => last_activity_ts)).toEqual(expected(history.steps, history.erased));
  });

describe('recent people', () => {
  it('are each person of now with an activity, those with the newest first, after merges and erasures', async () => {
    await fc.assert(isRight(expectedTimes), { numRuns: lawRuns(20) });
  });

  it('would be wrong if erased ones stayed (control)', async () => {
    const staying = (steps: Step[]) => expectedTimes(steps, undefined);
    const visited = [{ steps: [{ kind: 'visit' as const, agent: 'a', day: 1 }], erased: 'a' }];
    expect((await fc.check(isRight(staying), { examples: visited.map((one) => [one]), numRuns: 1 })).failed).toBe(true);
  });
});
