import { z } from 'zod';
import { EpochMs } from './epoch-ms.js';
import { ListQuery } from './list-query.js';
import { ProcessingId, Timestamp } from './user-activity.js';

/** Body of a choice's PUT; the processing stands in the path. Any other field is a custom one, kept as sent. */
export const UserChoiceInput = z.looseObject({
  $processing_id: ProcessingId.nullish().describe('The one of the path, if it is given at all.'),
  $choice_ts: Timestamp.describe('When the person chose, epoch milliseconds. The latest choice is the current one.'),
  $choice_acceptance_value: z.boolean().describe('Whether the person agrees.'),
});
export type UserChoiceInput = z.infer<typeof UserChoiceInput>;

/** A choice as it is read: what a client wrote, and when the platform first knew of it. */
export const UserChoice = UserChoiceInput.extend({
  $processing_id: z.string(),
  $creation_ts: EpochMs.describe('When the platform first knew of it, epoch milliseconds.'),
});
export type UserChoice = z.infer<typeof UserChoice>;

/** What stands beside the custom fields of a choice, in a write or in an answer, and is none of them. */
export const choiceFields = ['$processing_id', '$choice_ts', '$choice_acceptance_value', '$creation_ts'] as const;

/** Query of the list of a person's choices. */
export const ChoicesQuery = ListQuery.extend({
  processing_id: z.string().optional().describe('Only the choice of this processing.'),
});
export type ChoicesQuery = z.infer<typeof ChoicesQuery>;
