import { z } from 'zod';
import { isTimeZone, timeZoneRule } from '../rules/time-units.js';

/** A time in responses and messages, milliseconds since the epoch. `meta` adds what JSON's `number` does not say. */
export const EpochMs = z.number().meta({ type: 'integer', format: 'int64', example: 1_795_261_991_709 });

/** A time in a query. It may be absent. */
export const EpochMsQuery = (description: string) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be epoch milliseconds')
    .transform(Number)
    .optional()
    .meta({ type: 'integer', format: 'int64', pattern: undefined, description });

/** A number of things, in responses. */
export const Count = z.number().meta({ type: 'integer', minimum: 0 });

/** A name of the IANA database. */
export const TimeZone = z.string().refine(isTimeZone, timeZoneRule);
