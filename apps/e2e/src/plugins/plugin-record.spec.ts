import { describe, expect, it } from '@jest/globals';
import type { TraceStep } from '@tributary/contracts/traces/activity-trace';
import { drop, ok, type PluginAnswer, type ReceivedCall, status } from '@tributary/testing/plugin-double';
import { type AnalyzedActivity, PluginRecord } from './plugin-record.js';

const sent = { $type: 'SITE_VISIT', $unique_key: 'a', $events: [{ $event_name: 'one' }] };
/** As the plugin gets it, and as it changes it. */
const received = { $type: 'SITE_VISIT', $ts: 5, $events: [{ $event_name: 'one', $ts: 5 }] };
const changed = { ...received, seen: 1 };
const hang: PluginAnswer = { kind: 'hang' };

async function recordOf(answers: PluginAnswer[], activity: object = received): Promise<PluginRecord> {
  const record = new PluginRecord();
  const call = { headers: { 'idempotency-key': 'a/7' }, activity } as unknown as ReceivedCall;
  for (const answer of answers) await record.keeping(() => answer)(call, 1);
  return record;
}

const step = (name: TraceStep['step'], more: Partial<TraceStep> = {}): TraceStep[] => [
  { step: name, ts: 1, activity_analyzer_id: '7', ...more },
];
const analyzed = (isChanged: boolean) => step('ANALYZED', { changed: isChanged });
const refusal = { class: 'PLUGIN_ERROR', status: 500 };
const timeOut = { class: 'TIMEOUT' };

describe('what plugins have answered', () => {
  it.each<[string, PluginAnswer[], Omit<AnalyzedActivity, 'id' | 'sent'>]>([
    ['a changed activity', [ok(changed)], { steps: analyzed(true), stored: { ...sent, seen: 1 } }],
    ['an unchanged one', [ok(received)], { steps: analyzed(false), stored: sent }],
    ['one that a choice refused then', [ok(changed)], { steps: analyzed(true) }],
    ['the second of two answers', [ok(received), ok(changed)], { steps: analyzed(true), stored: { ...sent, seen: 1 } }],
    ['a drop', [drop], { steps: step('DROPPED') }],
    ['a drop after an answer that a killed caller lost', [ok(changed), drop], { steps: step('DROPPED') }],
    ['a failure', [status(500)], { steps: step('ANALYSIS_FAILED'), stored: sent, failure: refusal }],
    ['no answer', [hang], { steps: step('DROPPED_ON_ERROR'), failure: timeOut }],
    ['no call', [], { steps: step('ANALYSIS_FAILED'), stored: sent, failure: { class: 'UNAVAILABLE' } }],
    ['an answer that came too late', [ok(changed)], { steps: step('DROPPED_ON_ERROR'), failure: timeOut }],
  ])('agrees with the platform: %s', async (_case, answers, one) =>
    expect((await recordOf(answers)).contradictions({ id: 'a', sent, ...one })).toEqual([]),
  );

  it.each<[string, PluginAnswer[], Omit<AnalyzedActivity, 'id' | 'sent'>]>([
    ['a change that no plugin has made', [], { steps: analyzed(true), stored: { ...sent, seen: 1 } }],
    ['an analysis without a call', [], { steps: analyzed(false), stored: sent }],
    ['an analysis by another analyzer', [ok(received)], { steps: step('ANALYZED', { activity_analyzer_id: '8' }) }],
    ['an analysis in place of a drop', [drop], { steps: analyzed(false), stored: sent }],
    ['an analysis in place of a failure', [status(500)], { steps: analyzed(false), stored: sent }],
    ['a change that is denied', [ok(changed)], { steps: analyzed(false), stored: { ...sent, seen: 1 } }],
    ['a change that is claimed', [ok(received)], { steps: analyzed(true), stored: sent }],
    ['another answer that is stored', [ok(changed)], { steps: analyzed(true), stored: { ...sent, seen: 2 } }],
    ['no answer that is stored', [ok(changed)], { steps: analyzed(true), stored: sent }],
    ['a drop without one', [ok(changed)], { steps: step('DROPPED') }],
    ['a drop without a call', [], { steps: step('DROPPED') }],
    ['a failure without one', [ok(changed)], { steps: step('ANALYSIS_FAILED'), stored: sent, failure: refusal }],
    ['a failure that is not listed', [status(500)], { steps: step('ANALYSIS_FAILED'), stored: sent }],
    ['a listed failure of an analysis', [ok(received)], { steps: analyzed(false), stored: sent, failure: timeOut }],
    ['an answer after a failure', [hang], { steps: step('ANALYSIS_FAILED'), stored: changed, failure: timeOut }],
    ['no step', [ok(received)], { steps: [], stored: sent }],
    ['two steps', [ok(received), drop], { steps: [...analyzed(false), ...step('DROPPED')] }],
  ])('contradicts %s', async (_case, answers, one) =>
    expect((await recordOf(answers)).contradictions({ id: 'a', sent, ...one })).not.toEqual([]),
  );

  it('contradicts a call with another activity than was sent', async () =>
    expect((await recordOf([drop], changed)).contradictions({ id: 'a', sent, steps: step('DROPPED') })).not.toEqual(
      [],
    ));

  it('has the ids of all activities that plugins received', async () =>
    expect((await recordOf([hang, drop])).received).toEqual(['a']));
});
