import { ActivityReceipt } from '@tributary/contracts/tracking/activity';
import {
  KeptRefusal,
  maxKeptBody,
  refusalLimits,
  RefusalAction,
  RefusalsQuery,
} from '@tributary/contracts/refusals/refused-activity';
import { aSiteVisit } from '../examples/activity.examples.js';
import { json, one, page, type Section } from './operation.js';

const all = '/datamarts/:datamart_id/refused_activities';

export const refusedActivities: Section = {
  tag: 'Refused activities',
  description: 'What was refused by the collecting route, with its reason, so that it can be repaired.',
  operations: {
    [`GET ${all}`]: {
      operationId: 'listRefusedActivities',
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
    },
    [`POST ${all}/:refused_activity_id/action`]: {
      operationId: 'actOnRefusedActivity',
      summary: 'Retry a refused activity',
      description:
        'Stores the repaired activity as received at the time of the refusal, under the restrictions of the credential that sent it and by ' +
        'the choices of today. The refusal is then gone, so of two retries one is answered 404. If the activity is ' +
        'refused again, the refusal stays.',
      body: json(RefusalAction, { with_a_repaired_activity: { action: 'RETRY', activity: aSiteVisit } }),
      answer: one(ActivityReceipt, 'The activity is durable.'),
      errors: { BAD_REQUEST_DATA: 'also an activity that is refused again, or of which only a part was kept' },
    },
  },
};
