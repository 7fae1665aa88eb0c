import { describe, expect, it } from '@jest/globals';
import { priorities } from '@tributary/contracts/rules/resources/choices';
import fc from 'fast-check';
import { aCandidate } from '../../test/a-candidate.js';
import { byPriority, chooseChunks, type Candidate, type ChosenChunk, type Order } from './choose-chunks.js';
import { chunksToMakeWay, takenBack } from './make-way.js';

/** Executions of up to five organisations, with two datamarts each. */
const someExecutions = fc
  .array(
    fc.record({
      organisation_id: fc.constantFrom('1', '2', '3', '4', '5'),
      datamart: fc.constantFrom('1', '2'),
      priority: fc.constantFrom(...priorities),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((executions) =>
    executions.map(({ organisation_id, datamart, priority }, index) =>
      aCandidate(String(index + 1), { organisation_id, datamart_id: organisation_id + datamart, priority }),
    ),
  );

const organisationsOf = (candidates: readonly Candidate[]) => [
  ...new Set(candidates.map(({ organisation_id }) => organisation_id)),
];

interface Work {
  /** Each execution always has further chunks that wait. */
  candidates: Candidate[];
  total: number;
  /** Which of the chunks in flight ends next. */
  ends: number[];
}

/** Chooses whenever a chunk has ended. @returns the choices, in order */
function choices({ candidates, total, ends }: Work, order?: Order): ChosenChunk[] {
  const queue = candidates.map((execution) => ({ ...execution }));
  const inFlight: ChosenChunk[] = [];
  const all: ChosenChunk[] = [];
  for (const [step, end] of ends.entries()) {
    const chosen = chooseChunks(queue, { total, perExecution: 3 }, order);
    for (const { execution_id, organisation_id } of chosen)
      for (const execution of queue) {
        if (execution.organisation_id === organisation_id) execution.organisation_issued_date = step + 1;
        if (execution.execution_id === execution_id) execution.issued_date = step + 1;
        if (execution.execution_id === execution_id) execution.in_flight += 1;
      }
    all.push(...chosen);
    inFlight.push(...chosen);
    const [ended] = inFlight.splice(end % inFlight.length, 1);
    for (const execution of queue) if (execution.execution_id === ended?.execution_id) execution.in_flight -= 1;
  }
  return all;
}

/** How many choices pass until each of the organisations is served. */
function longestWait(work: Work, order?: Order): number {
  const served = choices(work, order).map(({ organisation_id }) => organisation_id);
  return Math.max(
    ...organisationsOf(work.candidates).map((organisation) => served.indexOf(organisation) + 1 || Infinity),
  );
}

const someWork = fc.record({
  candidates: someExecutions,
  total: fc.integer({ min: 1, max: 8 }),
  ends: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
});

describe('with any priorities', () => {
  it('each of N organisations is served within N choices', () => {
    fc.assert(
      fc.property(someWork, (work) =>
        expect(longestWait(work)).toBeLessThanOrEqual(organisationsOf(work.candidates).length),
      ),
    );
  });

  it('shares become equal: while all have more to do, none has two chunks in flight more than another', () => {
    fc.assert(
      fc.property(someExecutions, fc.integer({ min: 1, max: 8 }), (candidates, total) => {
        const chosen = chooseChunks(candidates, { total, perExecution: 100 });
        const loads = organisationsOf(candidates).map(
          (organisation) => chosen.filter(({ organisation_id }) => organisation_id === organisation).length,
        );
        const most = organisationsOf(candidates).map((organisation) =>
          candidates
            .filter(({ organisation_id }) => organisation_id === organisation)
            .reduce((sum, { waiting }) => sum + waiting.length, 0),
        );
        for (const [index, load] of loads.entries())
          if (load < (most[index] ?? 0)) expect(Math.max(...loads) - load).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('within an organisation no chunk is chosen before one of a higher priority', () => {
    const rank = (chunk: ChosenChunk, candidates: Candidate[]) =>
      priorities.indexOf(candidates.find(({ execution_id }) => execution_id === chunk.execution_id)!.priority);
    fc.assert(
      fc.property(someExecutions, (candidates) => {
        const chosen = chooseChunks(candidates, { total: 100, perExecution: 3 });
        for (const own of Map.groupBy(chosen, ({ organisation_id }) => organisation_id).values()) {
          const ranks = own.map((chunk) => rank(chunk, candidates));
          expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  it.each([1, 2, 8])('an organisation never waits behind others, with %d chunks in flight; the control', (total) => {
    const hostile = [2, 3, 4].map((id) =>
      aCandidate(String(id), { organisation_id: '2', datamart_id: '2', priority: 'HIGH' }),
    );
    const work = { candidates: [aCandidate('1'), ...hostile], total, ends: Array.from({ length: 200 }, () => 0) };
    expect(longestWait(work)).toBeLessThanOrEqual(2);
    // The order of before: priority alone.
    expect(longestWait(work, byPriority)).toBe(Infinity);
  });
});

describe('chunks that no worker has begun', () => {
  const requested = (...chunks: number[]) => chunks.map((chunk) => ({ chunk, requested_date: 10 + chunk }));
  const hostile = (in_flight: number, ...chunks: number[]) =>
    aCandidate('1', { in_flight, requested: requested(...chunks), waiting: [9] });
  const newcomer = aCandidate('2', { organisation_id: '2', waiting: [0] });
  const taken = (...candidates: Candidate[]) =>
    chunksToMakeWay(candidates, 3).map(({ execution_id, chunk }) => `${execution_id}/${chunk}`);
  const low = (...chunks: number[]) =>
    aCandidate('5', { priority: 'LOW', in_flight: chunks.length, requested: requested(...chunks) });
  const high = aCandidate('6', { priority: 'HIGH', waiting: [0] });

  it.each<[string, Candidate[], string[]]>([
    ['stay while no organisation is new', [hostile(3, 1, 2)], []],
    ['stay if the other organisation has one in flight', [hostile(3, 1, 2), { ...newcomer, in_flight: 1 }], []],
    ['stay if the other organisation has none that waits', [hostile(3, 1, 2), { ...newcomer, waiting: [] }], []],
    ['make way if another one is in progress', [hostile(3, 1, 2), newcomer], ['1/1', '1/2']],
    ['make way but for the oldest request', [hostile(3, 1, 2, 3), newcomer], ['1/2', '1/3']],
    [
      'make way for the organisation as a whole',
      [hostile(1, 5), aCandidate('3', { in_flight: 2, requested: requested(4, 6) }), newcomer],
      ['1/5', '3/6'],
    ],
    ['make way for a higher priority, all of them', [low(1, 2), hostile(2, 3), high], ['5/1', '5/2', '1/3']],
    ['make way for each chunk of a higher priority', [low(1), { ...high, in_flight: 2 }], ['5/1']],
    ['make way for as many as it can request, the latest', [low(1, 2, 3), { ...high, in_flight: 2 }], ['5/3']],
    [
      'make way for its free places only',
      [low(1, 2, 3), { ...high, in_flight: 1, waiting: [0, 1, 2] }],
      ['5/2', '5/3'],
    ],
    [
      'make way by priority before the time of the request',
      [low(1), { ...hostile(1, 2), waiting: [] }, { ...high, in_flight: 2 }],
      ['5/1'],
    ],
    ['stay if the higher priority has none that waits', [low(1), { ...high, waiting: [] }], []],
    ['stay while the higher priority has as many in flight as it may', [low(1), { ...high, in_flight: 3 }], []],
    ['stay beside the same priority', [{ ...low(1), priority: 'HIGH' }, high], []],
    [
      'stay beside a higher priority of another organisation',
      [low(1), { ...high, organisation_id: '2', in_flight: 1 }],
      [],
    ],
  ])('%s', (_case, candidates, expected) => expect(taken(...candidates)).toEqual(expected));

  it('are chosen again behind the newcomer, in file order', () => {
    const candidates = [hostile(3, 1, 2), newcomer];
    const again = chooseChunks(takenBack(candidates, chunksToMakeWay(candidates, 3)), { total: 4, perExecution: 3 });
    expect(again.map(({ execution_id, chunk }) => `${execution_id}/${chunk}`)).toEqual(['2/0', '1/1', '1/2']);
  });
});
