import { dayMs, isoDay } from '../rules/time-units.js';
import { z } from 'zod';
import { SearchText } from '../values/keywords.js';
import { EpochMs } from '../values/epoch-ms.js';
import { ListQuery } from '../list-query.js';
import { textOrInteger } from '../values/text-or-integer.js';
import { ProcessingId, Timestamp } from './user-activity.js';

/** Body of a choice's PUT; the processing is in the path. All other fields are custom ones, stored as sent. */
export const UserChoiceInput = z.looseObject({
  $processing_id: ProcessingId.nullish().describe('Must be the one of the path, if given.'),
  $choice_ts: Timestamp.describe(
    'When the person chose, epoch milliseconds, also as decimal text. The latest choice is the current one.',
  ),
  $choice_acceptance_value: z.boolean().describe('Whether the person agrees.'),
});
export type UserChoiceInput = z.infer<typeof UserChoiceInput>;

/** A choice as the API returns it: as a client wrote it, and when the platform first received it. */
export const UserChoice = UserChoiceInput.extend({
  $processing_id: z.string(),
  $choice_ts: EpochMs.describe('When the person chose, epoch milliseconds.'),
  $creation_ts: EpochMs.describe('When the platform first received it, epoch milliseconds.'),
  $source: z
    .enum(['TRUSTED', 'PUBLIC'])
    .describe(
      'PUBLIC if it came with a collect key. A PUBLIC acceptance counts only if the newest TRUSTED choice, if there is one, is an acceptance.',
    ),
  $effective: z
    .literal(false)
    .optional()
    .describe('A choice that does not count, in the change log: a PUBLIC acceptance, or one that was undone.'),
  $undone_ts: EpochMs.optional().describe('When it was undone, epoch milliseconds.'),
});
export type UserChoice = z.infer<typeof UserChoice>;

/** All fields of a choice, in requests and responses, that are not custom ones. */
export const choiceFields = [
  '$processing_id',
  '$choice_ts',
  '$choice_acceptance_value',
  '$creation_ts',
  '$source',
  '$effective',
  '$undone_ts',
] as const;

/** Query of the list of a user point's choices. */
export const ChoicesQuery = ListQuery.extend({
  processing_id: SearchText.optional().describe('Only the choice of this processing.'),
});
export type ChoicesQuery = z.infer<typeof ChoicesQuery>;

/** Years with four digits: the start of the day, epoch milliseconds; undefined if there is no such day. */
function startOf(day: string): number | undefined {
  const start = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(start) || isoDay(start) !== day ? undefined : start;
}

/** The action on all choices of a key on a day. */
export const ChoicesAction = z
  .object({
    action: z.literal('UNDO'),
    collect_key_id: textOrInteger().nullish().describe('The collect key that the choices came with, deleted or not.'),
    message_authentication_key_id: textOrInteger().nullish().describe('Or the key that has signed the requests.'),
    day: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day: YYYY-MM-DD')
      .refine((day) => startOf(day) !== undefined, 'there is no such day')
      .describe('The day on which the choices came in, in UTC.'),
  })
  .refine((body) => (body.collect_key_id == null) !== (body.message_authentication_key_id == null), {
    path: ['collect_key_id'],
    message: 'exactly one of collect_key_id and message_authentication_key_id is required',
  });
export type ChoicesAction = z.infer<typeof ChoicesAction>;

/** The span of a day of UTC: from `from`, before `until`, epoch milliseconds. */
export function spanOf(day: string): { from: number; until: number } {
  const from = startOf(day) ?? 0;
  return { from, until: from + dayMs };
}

/** How far the choices of a key are undone. */
export const ChoicesUndone = z.object({
  undone: z.number().int().describe('The choices that this request has undone.'),
  is_complete: z.boolean().describe('Whether none is left. If some are, send the request again.'),
});
export type ChoicesUndone = z.infer<typeof ChoicesUndone>;
