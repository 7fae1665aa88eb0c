import { expect, it } from '@jest/globals';
import { stepsOfAttempt } from './steps-of-attempt.js';

type Step = Parameters<typeof stepsOfAttempt>[0]['step'];

const before = { body: '{"$type":"TOUCH","n":1.0}', received_ts: 5 };
const continues = (body: string, hasFailed = false): Step => ({ kind: 'continue', body, hasFailed });
const analyzed = (changed: boolean) => [{ step: 'ANALYZED', ts: 7, activity_analyzer_id: '3', changed }];
const expired: Step = { kind: 'end', outcome: 'dropped_on_error', failed: { failure: 'EXPIRED' } };

it.each<[string, Step, object[]]>([
  ['the same body', continues(before.body), analyzed(false)],
  ['what the platform adds', continues('{"$type":"TOUCH","n":1,"$ts":5,"$events":[]}'), analyzed(false)],
  ['another value', continues('{"$type":"TOUCH","n":2}'), analyzed(true)],
  ['a field more', continues('{"$type":"TOUCH","n":1,"m":null}'), analyzed(true)],
  ['a text that is no activity', continues('{'), analyzed(true)],
  [
    'a long text that differs only in spaces',
    continues(`{"$type":"TOUCH","n":1${' '.repeat(16_384)}}`),
    analyzed(true),
  ],
  ['a failure', continues(before.body, true), [{ step: 'ANALYSIS_FAILED', ts: 7, activity_analyzer_id: '3' }]],
  ['an analyzer that is not of the channel', { kind: 'continue', body: '', hasFailed: false, isSkipped: true }, []],
  ['a drop', { kind: 'end', outcome: 'dropped' }, [{ step: 'DROPPED', ts: 7, activity_analyzer_id: '3' }]],
  [
    'a drop after a failure',
    { kind: 'end', outcome: 'dropped_on_error', failed: { failure: 'TIMEOUT' } },
    [{ step: 'DROPPED_ON_ERROR', ts: 7, activity_analyzer_id: '3' }],
  ],
  ['too long a wait', expired, [{ step: 'EXPIRED', ts: 7, activity_analyzer_id: '3' }]],
  ['an erasure', { kind: 'end', outcome: 'erased' }, [{ step: 'ERASED', ts: 7 }]],
])('an attempt that ends with %s has its step', (_case, step, expected) => {
  expect(stepsOfAttempt({ analyzer_id: '3', before, step, ts: 7 })).toEqual(expected);
});
