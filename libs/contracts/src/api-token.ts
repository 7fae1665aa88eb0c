import { z } from 'zod';
import { Name } from './name.js';

/** A long-term token of a user. `value` is whole in the answer to its creation alone, else `****` and the last 4. */
export const ApiToken = z.object({
  id: z.string(),
  name: Name,
  /** Epoch milliseconds. */
  creation_date: z.number(),
  expiration_date: z.number(),
  value: z.string(),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const ApiTokenInput = ApiToken.pick({ name: true });
export type ApiTokenInput = z.infer<typeof ApiTokenInput>;
