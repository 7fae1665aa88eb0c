import { z } from 'zod';
import { EpochMs } from './epoch-ms.js';
import { Name } from './name.js';

/** A long-term token of a user. `value` is whole in the answer to its creation alone, else `****` and the last 4. */
export const ApiToken = z.object({
  id: z.string(),
  name: Name,
  creation_date: EpochMs.describe('Epoch milliseconds.'),
  expiration_date: EpochMs.describe('Epoch milliseconds; after it the token is refused.'),
  value: z.string().describe('Whole in the answer to the creation alone, else `****` and the last 4 characters.'),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const ApiTokenInput = ApiToken.pick({ name: true });
export type ApiTokenInput = z.infer<typeof ApiTokenInput>;
