import { z } from 'zod';
import { JoinCause } from '../people/flagged-person.js';
import { UserIdentifier } from '../tracking/user-point.js';
import { EpochMs } from '../values/epoch-ms.js';

const first_seen_ts = EpochMs.describe('When the identifier was first seen, epoch milliseconds.');
const seen = { creation_ts: true } as const;

const cause = JoinCause.describe('UNKNOWN: joined before causes were kept.');
const id = z
  .string()
  .nullable()
  .describe('The id of the activity, of the execution of the import, or of the request. Null if unknown.');

/** Why identifiers are one person. */
export const Identity = z.object({
  user_point_id: z.guid(),
  identifiers: z
    .array(
      z.discriminatedUnion('type', [
        UserIdentifier.options[0].omit(seen).extend({ first_seen_ts }),
        UserIdentifier.options[1].omit(seen).extend({ first_seen_ts }),
        UserIdentifier.options[2].omit(seen).extend({ first_seen_ts }),
      ]),
    )
    .describe('The first seen first.'),
  links: z
    .array(
      z.object({
        from: z.string().describe('An identifier, as a selector.'),
        to: z.string().describe('The identifier that was joined with it, as a selector.'),
        cause,
        id,
        ts: EpochMs.describe('When they were joined, epoch milliseconds. UNKNOWN: when `to` was first seen.'),
        since: z
          .number()
          .int()
          .describe('How many later activities and associations name identifiers of both sides of the link.'),
      }),
    )
    .describe('What joined identifiers that were apart, oldest first: a tree over the identifiers.'),
  merged: z
    .array(z.object({ user_point_id: z.guid(), ts: EpochMs.describe('Epoch milliseconds of the merge.'), cause, id }))
    .describe('User points that have been merged into this one, oldest first.'),
});
export type Identity = z.infer<typeof Identity>;
