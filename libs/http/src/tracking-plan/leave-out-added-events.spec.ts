import { describe, expect, it } from '@jest/globals';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { leaveOutAddedEvents } from './leave-out-added-events.js';
import { TrackingPlans } from './tracking-plans.js';

const plans = new TrackingPlans();
plans.apply({ datamart_id: '1', name: 'debug', status: 'BLOCKED', on_violation: 'COUNT' });

/** As activity-analysis publishes it. The number has more digits than JavaScript keeps. */
const analyzed = (difference: Partial<ActivityReceived> = {}): ActivityReceived => ({
  datamart_id: '1',
  activity_id: 'a',
  received_ts: 1,
  identifiers: [{ type: 'USER_AGENT', value: 'g' }],
  body: '{"n":12345678901234567890,"$events":[{"$event_name":"debug"},{"$event_name":"kept"}]}',
  analysis_id: 'i',
  ...difference,
});
const steps = (...ids: ('EVENT_BLOCKED' | 'WAITING_FOR_ANALYSIS')[]) =>
  ids.map((step, index) => ({ step, ts: index + 5 }));

describe('an analyzed activity', () => {
  it('loses the blocked events that an analyzer has added, and its trace and their count say so', () => {
    const trace = { hash: 'h', steps: steps('WAITING_FOR_ANALYSIS') };
    expect(leaveOutAddedEvents(analyzed({ trace, blocked_events: ['other'] }), plans)).toEqual(
      analyzed({
        body: '{"n":12345678901234567890,"$events":[{"$event_name":"kept"}]}',
        blocked_events: ['other', 'debug'],
        trace: { hash: 'h', steps: [...trace.steps, { step: 'EVENT_BLOCKED', ts: 5 }] },
      }),
    );
  });

  it('has the step once, and one without a trace has it at its arrival', () => {
    const trace = { steps: steps('EVENT_BLOCKED', 'WAITING_FOR_ANALYSIS') };
    expect(leaveOutAddedEvents(analyzed({ trace }), plans).trace).toEqual(trace);
    expect(leaveOutAddedEvents(analyzed(), plans).trace).toEqual({ steps: [{ step: 'EVENT_BLOCKED', ts: 1 }] });
  });

  it.each<[string, Partial<ActivityReceived>]>([
    ['of a datamart without a plan', { datamart_id: '2' }],
    ['without events', { body: '{}' }],
    ['without blocked ones', { body: '{"$events":[{"$event_name":"kept"}]}' }],
    ['whose events are none', { body: '{"$events":["debug"]}' }],
    ['that is no object', { body: 'debug' }],
    ['that no analyzer has seen: the gateway has judged it', { analysis_id: undefined }],
  ])('(control) stays as it is: one %s', (_case, difference) => {
    const received = analyzed(difference);
    expect(leaveOutAddedEvents(received, plans)).toBe(received);
  });
});
