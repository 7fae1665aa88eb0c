import { ActivityTrace } from '../../traces/activity-trace.js';
import { ActivityReceipt } from '../../tracking/activity.js';
import {
  KeptRefusal,
  maxKeptBody,
  refusalLimits,
  RefusalAction,
  RefusalsQuery,
} from '../../refusals/refused-activity.js';
import { aSiteVisit } from '../examples/activity.examples.js';
import { get, json, one, page, post, type Section } from '../operation.js';

const all = '/datamarts/:datamart_id/refused_activities';

export const refusedActivities = {
  tag: 'Refused activities',
  owner: 'tracking-ingest',
  description: 'What was refused by the collecting route, with its reason, so that it can be repaired.',
  operations: {
    listRefusedActivities: get(all, 'READER', {
      summary: 'List refused activities',
      description:
        'Bodies that were answered 400 and lines that were refused, of known callers; the newest first. They are kept for 7 days, ' +
        `a body that is no JSON for a day; at most ${refusalLimits.rows} of a datamart, and ${refusalLimits.bytes / 1_024 / 1_024} MiB, of ` +
        'which public credentials hold a half. Beyond that the oldest of the credential with the most leave. Of a body the ' +
        `first ${maxKeptBody / 1_024} KiB are kept. The erasure of a person removes those that name one of its identifiers.`,
      query: RefusalsQuery,
      answer: {
        ...page(KeptRefusal, 'A page of refused activities.'),
        headers: { 'X-Dropped': 'How many have left because of the limits, since ever.' },
      },
    }),
    actOnRefusedActivity: post(`${all}/:refused_activity_id/action`, 'EDITOR', {
      summary: 'Retry a refused activity',
      description:
        'Stores the repaired activity as received at the time of the refusal, under the restrictions of the credential that sent it and by ' +
        'the choices of today. The refusal is then gone, so of two retries one is answered 404. If the activity is ' +
        'refused again, the refusal stays.',
      body: json(RefusalAction, { with_a_repaired_activity: { action: 'RETRY', activity: aSiteVisit } }),
      answer: one(ActivityReceipt, 'The activity is durable.'),
      errors: { BAD_REQUEST_DATA: 'also an activity that is refused again, or of which only a part was kept' },
    }),
  },
} satisfies Section;

export const traces = {
  tag: 'Traces',
  owner: 'gateway',
  description: 'The outcome of an activity that was acknowledged.',
  operations: {
    getUserActivityTrace: get('/datamarts/:datamart_id/user_activities/:activity_id/trace', 'READER', {
      summary: 'Get the trace of an activity',
      description:
        'The steps of an activity in their order, from ACCEPTED to exactly one end: STORED, REFUSED_BY_CHOICE, DROPPED, ' +
        'DROPPED_ON_ERROR, EXPIRED or ERASED. `state` is the end, or the last step before one. Steps that may come after the end: ' +
        'REPORTED (reports have it), DUPLICATE (its id came again), and ERASED (with its person), which is then the state, ' +
        'without the user point.\n\n' +
        'Right within 5 seconds of the receipt. A trace is kept for the window of deduplication (`DEDUPE_WINDOW_DAYS`); ' +
        'an older activity, one of a version that kept no traces, and an unknown one are answered 404.',
      answer: one(ActivityTrace, 'The trace.'),
    }),
  },
} satisfies Section;
