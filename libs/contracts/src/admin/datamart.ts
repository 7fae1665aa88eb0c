import { z } from 'zod';
import { defaultTimeZone } from '../rules/report-zone.js';
import { Name } from '../values/name.js';
import { TenantId } from '../values/tenant-id.js';
import { TimeZone } from '../values/time-zone.js';

export const Datamart = z.object({
  id: z.string(),
  name: Name,
  organisation_id: TenantId,
  time_zone: TimeZone.describe('A name of the IANA database, like Europe/Paris. Days of reports are in it.'),
});
export type Datamart = z.infer<typeof Datamart>;

export const DatamartInput = Datamart.omit({ id: true }).extend({
  time_zone: TimeZone.nullish()
    .transform((zone) => zone ?? defaultTimeZone)
    .describe('A name of the IANA database, like Europe/Paris. Default: UTC.'),
});
export type DatamartInput = z.infer<typeof DatamartInput>;

/** The organisation cannot change: an id in the body must be one that the caller may use, and has no effect. */
export const DatamartUpdate = DatamartInput.omit({ organisation_id: true });
export type DatamartUpdate = z.infer<typeof DatamartUpdate>;
