import { describe, expect, it } from '@jest/globals';
import type { EnforcedProcessing } from '@tributary/contracts/admin/processing';
import { pointKey } from '../identity/point-key.js';
import type { CurrentChoices } from './current-choice.js';
import { evaluateActivities, type EvaluatedActivity } from './evaluate-activities.js';

const consent: EnforcedProcessing = { processing_id: 'p', legal_basis: 'CONSENT' };
const interest: EnforcedProcessing = { processing_id: 'p', legal_basis: 'LEGITIMATE_INTEREST' };

interface Arrival {
  /** User points that it joins; the first one remains. */
  points?: string[];
  needs?: EnforcedProcessing[];
  chooses?: [accepted: boolean, ts: number][];
  isPublic?: boolean;
}
const arrival = ({ points = ['x'], needs, chooses = [], isPublic }: Arrival): EvaluatedActivity => ({
  activity: { datamart_id: '1', ...(needs && { processings: needs }) },
  step: { joined: points, into: points[0] ?? '' },
  writes: {
    choices: chooses.map(([choice_acceptance_value, ts]) => {
      return {
        processing_id: 'p',
        choice_ts: String(ts),
        choice_acceptance_value,
        ...(isPublic && { collect_key_id: '1' }),
      };
    }),
  },
});
const stored = (choices: Record<string, [accepted: boolean, ts: number]>) =>
  new Map(
    Object.entries(choices).map(([point, [choice_acceptance_value, ts]]): [string, CurrentChoices] => [
      pointKey('1', point),
      new Map([['p', { latest: { choice_ts: BigInt(ts), choice_acceptance_value }, trusted: undefined }]]),
    ]),
  );

/** For each arrival, whether it is refused. */
const evaluate = (arrivals: Arrival[], choices: Parameters<typeof stored>[0] = {}) => {
  const activities = arrivals.map(arrival);
  const { refused } = evaluateActivities(activities, stored(choices));
  return activities.map((one) => refused.has(one));
};

describe('evaluateActivities', () => {
  it.each<[string, Arrival, Parameters<typeof stored>[0], boolean]>([
    ['consent without a choice', { needs: [consent] }, {}, true],
    ['consent with an acceptance', { needs: [consent] }, { x: [true, 1] }, false],
    ['consent with a refusal', { needs: [consent] }, { x: [false, 1] }, true],
    ['a legitimate interest without a choice', { needs: [interest] }, {}, false],
    ['a legitimate interest with an acceptance', { needs: [interest] }, { x: [true, 1] }, false],
    ['a legitimate interest with a refusal', { needs: [interest] }, { x: [false, 1] }, true],
    ['no processing that decides, and a refusal', {}, { x: [false, 1] }, false],
    ['the choice of another person', { needs: [consent] }, { y: [true, 1] }, true],
    ['its own acceptance, which is later', { needs: [consent], chooses: [[true, 2]] }, { x: [false, 1] }, false],
    ['its own acceptance, which is older', { needs: [consent], chooses: [[true, 1]] }, { x: [false, 2] }, true],
    [
      'its own acceptance at the time of the refusal',
      { needs: [consent], chooses: [[true, 1]] },
      { x: [false, 1] },
      true,
    ],
    ['the acceptance of a point that it joins', { points: ['x', 'y'], needs: [consent] }, { y: [true, 1] }, false],
    [
      'a later refusal of a point that it joins',
      { points: ['x', 'y'], needs: [consent] },
      { x: [true, 1], y: [false, 2] },
      true,
    ],
    ['one of two processings', { needs: [interest, { ...consent, processing_id: 'q' }] }, { x: [true, 1] }, true],
  ])('evaluates by %s', (_case, one, choices, expected) => {
    expect(evaluate([one], choices)).toEqual([expected]);
  });

  it('evaluates each activity by the choices before it, and not by those after it', () => {
    const accepts: Arrival = { chooses: [[true, 1]] };
    const refuses: Arrival = { chooses: [[false, 2]] };
    const visit: Arrival = { needs: [consent] };
    expect(evaluate([visit, accepts, visit, refuses, visit])).toEqual([true, false, false, false, true]);
  });

  it('evaluates by the choices of a point only from the activity on that joins it', () => {
    const visit: Arrival = { needs: [consent] };
    const joins: Arrival = { points: ['x', 'y'] };
    expect(evaluate([visit, joins, visit], { y: [true, 1] })).toEqual([true, false, false]);
  });

  it('keeps the choices of a point that two others join one after the other', () => {
    const arrivals: Arrival[] = [
      { points: ['y', 'z'], chooses: [[true, 1]] },
      { points: ['x', 'y'] },
      { points: ['x'], needs: [consent] },
    ];
    expect(evaluate(arrivals)).toEqual([false, false, false]);
  });

  it('evaluates an activity that joins nothing, because of the limit of identifiers, by its own user point', () => {
    const notJoined = { ...arrival({ needs: [consent] }), step: { joined: [], into: 'y' } };
    const accepts = arrival({ points: ['x'], chooses: [[true, 1]] });
    expect(evaluateActivities([accepts, notJoined], new Map()).refused).toEqual(new Map([[notJoined, 'p']]));
    expect(evaluateActivities([accepts, notJoined], stored({ y: [true, 1] })).refused).toEqual(new Map());
  });

  it('keeps the user points of datamarts apart', () => {
    const other = arrival({ needs: [consent] });
    const activities = [
      arrival({ chooses: [[true, 1]] }),
      { ...other, activity: { ...other.activity, datamart_id: '2' } },
    ];
    expect(evaluateActivities(activities, new Map()).refused).toEqual(new Map([[activities[1], 'p']]));
  });

  it('finds the public acceptances that the newest trusted choice before them refuses, and no others', () => {
    const trusted = (accepted: boolean, ts: number): Arrival => ({ chooses: [[accepted, ts]] });
    const page = (accepted: boolean, points = ['x']): Arrival => ({ chooses: [[accepted, 9]], isPublic: true, points });
    const arrivals = [
      page(true),
      trusted(false, 5),
      page(false),
      page(true),
      page(true, ['y']),
      page(true, ['x', 'y']),
      trusted(true, 6),
      page(true),
    ].map(arrival);
    const { withoutEffect } = evaluateActivities(arrivals, new Map());
    expect(withoutEffect).toEqual([3, 5].map((index) => ({ one: arrivals[index], processing_id: 'p' })));
  });
});
