import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aCandidate } from '../../test/a-candidate.js';
import { chooseChunks, type Candidate } from './choose-chunks.js';

const capacity = { total: 4, perExecution: 3 };
const chosen = (...candidates: Candidate[]) =>
  chooseChunks(candidates, capacity).map(({ execution_id, chunk }) => `${execution_id}/${chunk}`);

describe('the chosen chunks', () => {
  it.each<[string, Candidate[], string[]]>([
    ['none without candidates', [], []],
    ['those of one execution in file order, up to its limit', [aCandidate('1')], ['1/0', '1/1', '1/2']],
    ['alternating for two equal executions', [aCandidate('1'), aCandidate('2')], ['1/0', '2/0', '1/1', '2/1']],
    [
      'those of the higher priority first',
      [aCandidate('1', { priority: 'LOW' }), aCandidate('2', { priority: 'HIGH' }), aCandidate('3')],
      ['2/0', '2/1', '2/2', '3/0'],
    ],
    [
      'spread evenly over datamarts, not over executions',
      [aCandidate('1'), aCandidate('2'), aCandidate('3'), aCandidate('4', { datamart_id: '2' })],
      ['1/0', '4/0', '2/0', '4/1'],
    ],
    [
      'fewer for a datamart with chunks in flight',
      [aCandidate('1', { in_flight: 2 }), aCandidate('2', { datamart_id: '2' })],
      ['2/0', '2/1'],
    ],
    [
      'those of the execution that has waited longest, first',
      [aCandidate('1', { issued_date: 5, waiting: [0] }), aCandidate('2', { issued_date: 3, waiting: [0] })],
      ['2/0', '1/0'],
    ],
    [
      'shared equally by organisations, not by datamarts or executions',
      [
        aCandidate('1'),
        aCandidate('2', { datamart_id: '2' }),
        aCandidate('3', { organisation_id: '2', datamart_id: '3' }),
      ],
      ['1/0', '3/0', '2/0', '3/1'],
    ],
    [
      'those of an organisation with a low priority, beside a higher one of another',
      [aCandidate('1', { priority: 'HIGH' }), aCandidate('2', { organisation_id: '2', priority: 'LOW' })],
      ['1/0', '2/0', '1/1', '2/1'],
    ],
    [
      'those of the organisation that has waited longest, first, although an execution of another is new',
      [
        aCandidate('1', { organisation_issued_date: 5, waiting: [0] }),
        aCandidate('2', { organisation_id: '2', organisation_issued_date: 3, issued_date: 3, waiting: [0] }),
      ],
      ['2/0', '1/0'],
    ],
    ['none without free capacity', [aCandidate('1', { in_flight: 4, waiting: [] }), aCandidate('2')], []],
    ['none for an execution at its limit', [aCandidate('1', { in_flight: 3 })], []],
  ])('are %s', (_case, candidates, expected) => expect(chosen(...candidates)).toEqual(expected));

  it('never exceed the capacity, and use all of it while chunks wait', () => {
    const some = fc.record({
      execution_id: fc.nat().map(String),
      organisation_id: fc.constantFrom('1', '2'),
      datamart_id: fc.constantFrom('1', '2', '3'),
      priority: fc.constantFrom('HIGH' as const, 'MEDIUM' as const, 'LOW' as const),
      in_flight: fc.nat({ max: 2 }),
      requested: fc.constant<Candidate['requested']>([]),
      waiting: fc.nat({ max: 5 }).map((count) => Array.from({ length: count }, (_, index) => index)),
      issued_date: fc.nat(),
      organisation_issued_date: fc.nat(),
    });
    fc.assert(
      fc.property(fc.uniqueArray(some, { selector: ({ execution_id }) => execution_id }), (candidates) => {
        const count = chooseChunks(candidates, capacity).length;
        const before = candidates.reduce((sum, { in_flight }) => sum + in_flight, 0);
        const possible = candidates.reduce(
          (sum, { in_flight, waiting }) => sum + Math.min(waiting.length, capacity.perExecution - in_flight),
          0,
        );
        expect(count).toBe(Math.max(0, Math.min(capacity.total - before, possible)));
      }),
    );
  });
});
