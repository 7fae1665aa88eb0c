import { z } from 'zod';
import { ListQuery } from './list-query.js';
import { ProcessingId, Timestamp } from './user-activity.js';

/** Body of a choice's PUT; the processing stands in the path. Any other field is a custom one, kept as sent. */
export const UserChoiceInput = z.looseObject({
  $processing_id: ProcessingId.nullish(),
  $choice_ts: Timestamp,
  $choice_acceptance_value: z.boolean(),
});
export type UserChoiceInput = z.infer<typeof UserChoiceInput>;

/** What stands beside the custom fields of a choice, in a write or in an answer, and is none of them. */
export const choiceFields = ['$processing_id', '$choice_ts', '$choice_acceptance_value', '$creation_ts'] as const;

/** Query of the list of a person's choices. */
export const ChoicesQuery = ListQuery.extend({
  processing_id: z.string().optional().describe('Only the choice of this processing.'),
});
export type ChoicesQuery = z.infer<typeof ChoicesQuery>;
