import { expect, it } from '@jest/globals';
import type { ActivityTrace } from '@tributary/contracts/traces/activity-trace';
import { withReported } from './with-reported.js';

const trace = (state: ActivityTrace['state'], ...later: ActivityTrace['steps']): ActivityTrace => ({
  id: 'a',
  state,
  steps: [{ step: 'ACCEPTED', ts: 1 }, { step: 'STORED', ts: 5 }, ...later],
});

it.each([
  ['not passed it', trace('STORED'), 4, 'ACCEPTED STORED'],
  ['not answered', trace('STORED'), undefined, 'ACCEPTED STORED'],
  ['passed it', trace('STORED'), 5, 'ACCEPTED STORED REPORTED'],
  [
    'passed it before a duplicate',
    trace('STORED', { step: 'DUPLICATE', ts: 9 }),
    8,
    'ACCEPTED STORED REPORTED DUPLICATE',
  ],
  [
    'passed it after a duplicate',
    trace('STORED', { step: 'DUPLICATE', ts: 7 }),
    8,
    'ACCEPTED STORED DUPLICATE REPORTED',
  ],
  ['passed what is erased', trace('ERASED', { step: 'ERASED', ts: 7 }), 8, 'ACCEPTED STORED ERASED'],
])('shows whether the watermark has %s', (_case, given, watermark, expected) => {
  const { state, steps } = withReported(given, watermark);
  expect(steps.map(({ step }) => step).join(' ')).toBe(expected);
  expect(state).toBe(given.state);
});
