import { ActivityTrace } from '@tributary/contracts/traces/activity-trace';
import { one, type Section } from './operation.js';

export const traces: Section = {
  tag: 'Traces',
  description: 'What has become of an activity that was acknowledged.',
  operations: {
    'GET /datamarts/:datamart_id/user_activities/:activity_id/trace': {
      operationId: 'getUserActivityTrace',
      summary: 'Get the trace of an activity',
      description:
        'The steps of an activity in their order, from ACCEPTED to exactly one end: STORED, REFUSED_BY_CHOICE, DROPPED, ' +
        'DROPPED_ON_ERROR, EXPIRED or ERASED. `state` is the end, or the last step before one. Steps that may come after the end: ' +
        'REPORTED (reports have it), DUPLICATE (its id came again), and ERASED (with its person), which is then the state, ' +
        'without the user point.\n\n' +
        'Right within 5 seconds of the receipt. A trace is kept for the window of deduplication (`DEDUPE_WINDOW_DAYS`); ' +
        'an older activity, one of a version that kept no traces, and an unknown one are answered 404.',
      answer: one(ActivityTrace, 'The trace.'),
    },
  },
};
