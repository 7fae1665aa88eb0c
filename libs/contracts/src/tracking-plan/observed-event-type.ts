import { z } from 'zod';
import { Count, EpochMs } from '../values/epoch-ms.js';
import { PlannedEventType } from './event-type.js';

/** A property of the events of one name, as it came. */
export const ObservedProperty = z.object({
  name: z.string(),
  types: z
    .partialRecord(z.enum(['string', 'number', 'boolean', 'null', 'object', 'array']), Count)
    .describe('How many values of each type came.'),
  example: z
    .union([z.string(), z.number(), z.boolean()])
    .optional()
    .describe(
      'A value that at least 5 people had; never an identifier, a text like an e-mail address, or 13 and more digits, nor of a property that the schema marks `"x-sensitive": true`.',
    ),
  first_seen_ts: EpochMs,
  last_seen_ts: EpochMs,
});
export type ObservedProperty = z.infer<typeof ObservedProperty>;

/** Events of one name: what came, and what the plan says about them. */
export const EventType = z.object({
  name: z.string().describe('The `$event_name`.'),
  count_7d: Count.describe(
    'Events of stored activities on this day (UTC) and the six before it, without duplicates; of a BLOCKED type those left out.',
  ),
  first_seen_ts: EpochMs.optional().describe('Absent for one that has not come.'),
  last_seen_ts: EpochMs.optional(),
  channels: z.array(z.string()).describe('The first 20 channels of its activities.'),
  properties: z.array(ObservedProperty),
  ...PlannedEventType.omit({ name: true }).shape,
  violations_7d: Count.describe('Events of the same days that broke the schema, refused ones too.'),
  last_violation: z.string().optional().describe('Where and how the last of them broke it, without the value.'),
});
export type EventType = z.infer<typeof EventType>;

/** Counts, since ever, of all that the limits of 1,000 names, and of 200 properties of each, have left out. */
export const Overflowing = z.object({
  overflow: z.object({
    names: Count.describe('Events whose names found no room.'),
    properties: Count.describe('Values of properties whose names found no room.'),
  }),
});
export type Overflowing = z.infer<typeof Overflowing>;
