import {
  EventTypeInput,
  PlannedEventType,
  planLimits,
  TrackingPlan,
  TrackingPlanInput,
} from '../../tracking-plan/event-type.js';
import { ListQuery } from '../../list-query.js';
import { EventType, Overflowing } from '../../tracking-plan/observed-event-type.js';
import { aPageOf, get, json, one, pageOf, put, type Section } from '../operation.js';

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

const seen = { first_seen_ts: 1_795_261_991_709, last_seen_ts: 1_795_348_391_709 };
const observed = {
  name: 'order_placed',
  count_7d: 420,
  ...seen,
  channels: ['8298'],
  properties: [
    { name: 'amount', types: { number: 418, string: 2 }, example: 20, ...seen },
    { name: 'order_id', types: { string: 419 }, ...seen },
  ],
  ...rules,
  violations_7d: 3,
  last_violation: '$properties.amount: must be number',
};

export const trackingPlan = {
  tag: 'Tracking plan',
  owner: 'tracking-ingest',
  description: 'Which events a datamart expects, with the schemas of their properties, and which it leaves out.',
  operations: {
    listEventTypes: get('/datamarts/:datamart_id/event_types', 'READER', {
      summary: 'List event types',
      description:
        'The names of the events that came, live and imported, and of those that are planned, in the order of their names. An ' +
        'event is listed within 10 seconds. At most 1,000 names that are not planned, of which public credentials fill a half, ' +
        'and 200 properties of each; what has not come for 90 days leaves.',
      query: ListQuery,
      answer: {
        description: 'A page of event types.',
        content: json(pageOf(EventType).extend(Overflowing.shape), {
          example: { ...aPageOf(observed), overflow: { names: 0, properties: 0 } },
        }),
      },
    }),
    putEventType: put('/datamarts/:datamart_id/event_types/:event_name', 'EDITOR', {
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
    }),
    getTrackingPlan: get(plan, 'READER', {
      summary: 'Get the tracking plan',
      description: 'All planned event types in the order of their names, as one document for reviews.',
      answer: one(TrackingPlan, 'The plan.', { event_types }),
    }),
    putTrackingPlan: put(plan, 'EDITOR', {
      summary: 'Replace the tracking plan',
      description:
        `Replaces all of the plan, or nothing if any of it is refused. At most ${planLimits.types} event types and ` +
        `${planLimits.bytes / 1_024 / 1_024} MiB. Types that it does not name are not planned any more; what was observed stays.`,
      body: json(TrackingPlanInput, { two_types: { event_types } }),
      answer: one(TrackingPlan, 'The plan as stored.', { event_types }),
      errors: { BAD_REQUEST_DATA: 'also a schema that cannot be taken, and a plan beyond its limits' },
    }),
  },
} satisfies Section;
