import { z } from 'zod';
import { EpochMs } from '../values/epoch-ms.js';
import { Name } from '../values/name.js';

/** A long-term token of a user. */
export const ApiToken = z.object({
  id: z.string(),
  name: Name,
  created_by: z
    .string()
    .describe(
      'Id of the user who created it. If the owner did, with a token that another user had created: the id of that user. It ends when the owner gets more roles, unless this is the id of the owner.',
    ),
  creation_date: EpochMs.describe('Epoch milliseconds.'),
  expiration_date: EpochMs.describe('Epoch milliseconds. The token is refused after this time.'),
  value: z.string().describe('Complete only in the response to the creation, later `****` and the last 4 characters.'),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const ApiTokenInput = ApiToken.pick({ name: true });
export type ApiTokenInput = z.infer<typeof ApiTokenInput>;
