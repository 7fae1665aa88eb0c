import { z } from 'zod';
import { FlagRules, FlagRulesInput } from '../people/flagged-person.js';
import { defaultTimeZone } from '../rules/report-zone.js';
import { findJunkWord, junkWords } from '../rules/junk-words.js';
import { Name } from '../values/name.js';
import { TenantId } from '../values/integer-id.js';
import { TimeZone } from '../values/epoch-ms.js';

const JunkWord = z
  .string()
  .refine((text) => findJunkWord(text) !== undefined, `must be a word of the junk list: ${junkWords.join(', ')}`)
  .transform((text) => findJunkWord(text) ?? text);
const JunkExceptions = z
  .array(JunkWord)
  .max(100)
  .transform((words) => [...new Set(words)]);
const junkExceptionsDescribed =
  'Words of the junk list that identify people in this datamart, like `guest`, in any case; with their hashes.';

const flagRulesDescribed =
  'Beyond which numbers people are flagged: accounts and e-mails of 7 days, agents of 2 days, merges of 14 days.';

export const Datamart = z.object({
  id: z.string(),
  name: Name,
  organisation_id: TenantId,
  time_zone: TimeZone.describe('A name of the IANA database, like Europe/Paris. Days of reports are in it.'),
  junk_exceptions: z.array(z.string()).describe(junkExceptionsDescribed),
  flag_rules: FlagRules.describe(flagRulesDescribed),
});
export type Datamart = z.infer<typeof Datamart>;

export const DatamartInput = Datamart.omit({ id: true }).extend({
  time_zone: TimeZone.nullish()
    .transform((zone) => zone ?? defaultTimeZone)
    .describe('A name of the IANA database, like Europe/Paris. Default: UTC.'),
  junk_exceptions: JunkExceptions.nullish()
    .transform((words) => words ?? [])
    .describe(`${junkExceptionsDescribed} Default: none.`),
  flag_rules: FlagRulesInput.describe(`${flagRulesDescribed} Absent numbers get their default.`),
});
export type DatamartInput = z.infer<typeof DatamartInput>;

/** The organisation cannot change: an id in the body must be one that the caller may use, and has no effect. */
export const DatamartUpdate = DatamartInput.omit({ organisation_id: true });
export type DatamartUpdate = z.infer<typeof DatamartUpdate>;
