import { z } from 'zod';
import { maxNameLength } from '../rules/name-problem.js';
import { eventTypeStatuses, violationOutcomes } from '../rules/resources/choices.js';
import { DatamartPath } from '../values/integer-id.js';
import { listOf } from '../values/list-of.js';
import { nullAsAbsent } from '../values/null-as-absent.js';

/** The types of the plan of one datamart, and their bytes as JSON. */
export const planLimits = { types: 1_000, bytes: 1_048_576 } as const;
const maxDescriptionLength = 2_000;

export const EventTypeStatus = z
  .enum(eventTypeStatuses)
  .describe('BLOCKED: such events are left out of their activities, and counted.');

export const OnViolation = z
  .enum(violationOutcomes)
  .describe('REFUSE: an activity with an event that breaks the schema is answered 400; an imported line fails.');

const name = z
  .string()
  .min(1, 'must not be empty')
  .max(maxNameLength)
  .refine((text) => !text.includes('\0'), 'must not hold U+0000');

/** Whether the platform or its reference gives the name a meaning. */
const isReserved = (event_name: string) => event_name.startsWith('$');
const reservedBlocked = (type: { name: string; status: string }) => isReserved(type.name) && type.status === 'BLOCKED';
const notBlocked = 'a reserved name, with a $, cannot be BLOCKED';

const JsonSchema = z
  .union([z.record(z.string(), z.unknown()), z.boolean()], 'must be an object, or true or false')
  .describe(
    'JSON Schema 2020-12 of `$properties`: at most 64 KiB, 16 deep, 10,000 nodes with what its references lead to, which ' +
      'must be in it and not recursive. Patterns are those of RE2. `format` only annotates; `"x-sensitive": true` keeps examples of a property out.',
  );

export const EventTypeInput = z.object({
  description: nullAsAbsent(z.string().max(maxDescriptionLength)),
  status: EventTypeStatus,
  schema: nullAsAbsent(JsonSchema),
  on_violation: nullAsAbsent(OnViolation),
});
export type EventTypeInput = z.infer<typeof EventTypeInput>;

/** The events of one name, as a datamart expects them. */
export const PlannedEventType = z.object({
  name: z.string().describe('The `$event_name`.'),
  description: z.string().optional(),
  status: EventTypeStatus,
  schema: JsonSchema.optional(),
  on_violation: OnViolation.optional().describe('Default: COUNT.'),
});
export type PlannedEventType = z.infer<typeof PlannedEventType>;

export const TrackingPlan = z.object({ event_types: z.array(PlannedEventType) });
export type TrackingPlan = z.infer<typeof TrackingPlan>;

export const TrackingPlanInput = z.object({
  event_types: listOf(
    EventTypeInput.extend({ name }).refine((type) => !reservedBlocked(type), { message: notBlocked, path: ['status'] }),
  )
    .max(planLimits.types)
    .refine((types) => new Set(types.map((type) => type.name)).size === types.length, 'must have different names'),
});
export type TrackingPlanInput = z.infer<typeof TrackingPlanInput>;

export const EventTypePath = DatamartPath.extend({ event_name: name });
export type EventTypePath = z.infer<typeof EventTypePath>;

/** As a member of a plan, whose rules are those of one type, too. */
export const blockedReserved = (type: { name: string; status: string }): string | undefined =>
  reservedBlocked(type) ? `status: ${notBlocked}` : undefined;

/** tracking-ingest → every app that reads activities: what a datamart does with its events of one name. */
export const EventTypeChanged = z.object({
  datamart_id: z.string(),
  name: z.string(),
  status: EventTypeStatus,
  /** JSON text. */
  schema: z.string().optional(),
  on_violation: OnViolation.optional(),
});
export type EventTypeChanged = z.infer<typeof EventTypeChanged>;

export const eventTypeKey = ({ datamart_id, name: event_name }: Pick<EventTypeChanged, 'datamart_id' | 'name'>) =>
  `${datamart_id}/${event_name}`;
