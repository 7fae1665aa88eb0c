import { z } from 'zod';
import { isTimeZone, timeZoneRule } from '../rules/is-time-zone.js';

/** A name of the IANA database. */
export const TimeZone = z.string().refine(isTimeZone, timeZoneRule);
