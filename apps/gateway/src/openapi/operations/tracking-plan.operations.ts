import {
  EventTypeInput,
  PlannedEventType,
  planLimits,
  TrackingPlan,
  TrackingPlanInput,
} from '@tributary/contracts/tracking-plan/event-type';
import { json, one, type Section } from './operation.js';

const plan = '/datamarts/:datamart_id/tracking_plan';

const schema = {
  type: 'object',
  required: ['order_id'],
  properties: { order_id: { type: 'string', 'x-sensitive': true }, amount: { type: 'number', minimum: 0 } },
};
const rules = { description: 'An order was placed.', status: 'EXPECTED', schema, on_violation: 'COUNT' };
const event_types = [
  { name: 'order_placed', ...rules },
  { name: 'debug', status: 'BLOCKED' },
];

export const trackingPlan: Section = {
  tag: 'Tracking plan',
  description: 'Which events a datamart expects, with the schemas of their properties, and which it leaves out.',
  operations: {
    'PUT /datamarts/:datamart_id/event_types/:event_name': {
      operationId: 'putEventType',
      summary: 'Plan an event type',
      description:
        'Replaces what the plan says about events of the name. It is effective within a second, also for imports. A schema is ' +
        'checked against `$properties`; without them, against an empty object.',
      body: json(EventTypeInput, { order_placed: rules }),
      answer: one(PlannedEventType, 'The event type.', event_types[0]),
      errors: {
        BAD_REQUEST_DATA:
          'also a schema that cannot be taken, a reserved name that would be blocked, and a plan beyond its limits',
      },
    },
    [`GET ${plan}`]: {
      operationId: 'getTrackingPlan',
      summary: 'Get the tracking plan',
      description: 'All planned event types in the order of their names, as one document for reviews.',
      answer: one(TrackingPlan, 'The plan.', { event_types }),
    },
    [`PUT ${plan}`]: {
      operationId: 'putTrackingPlan',
      summary: 'Replace the tracking plan',
      description:
        `Replaces all of the plan, or nothing if any of it is refused. At most ${planLimits.types} event types and ` +
        `${planLimits.bytes / 1_024 / 1_024} MiB. Types that it does not name are not planned any more; what was observed stays.`,
      body: json(TrackingPlanInput, { two_types: { event_types } }),
      answer: one(TrackingPlan, 'The plan as stored.', { event_types }),
      errors: { BAD_REQUEST_DATA: 'also a schema that cannot be taken, and a plan beyond its limits' },
    },
  },
};
