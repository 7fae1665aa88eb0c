import { z } from 'zod';
import { SearchText } from '../values/keywords.js';
import { EpochMs } from '../values/epoch-ms.js';
import { ListQuery } from '../list-query.js';
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
  $effective: z.literal(false).optional().describe('A PUBLIC acceptance that does not count, in the change log.'),
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
] as const;

/** Query of the list of a user point's choices. */
export const ChoicesQuery = ListQuery.extend({
  processing_id: SearchText.optional().describe('Only the choice of this processing.'),
});
export type ChoicesQuery = z.infer<typeof ChoicesQuery>;
