import { z } from 'zod';

/** Most elements of one page, and how many there are when the client does not say. */
const maxPageSize = 500;
const defaultPageSize = 50;
const maxInt32 = 2_147_483_647;

const whole = z
  .string()
  .regex(/^-?\d{1,10}$/, 'must be an integer')
  .transform(Number);

/** Query of every paged list; extend it with the list's own filters. */
export const ListQuery = z.object({
  first_result: whole
    .pipe(z.number().int().min(0).max(maxInt32))
    .default(0)
    .meta({ description: 'How many elements are left out before the first one.' }),
  max_results: whole
    .pipe(z.number().int().min(1).max(maxPageSize))
    .default(defaultPageSize)
    .meta({ description: 'Most elements of the answer.' }),
});
export type ListQuery = z.infer<typeof ListQuery>;
