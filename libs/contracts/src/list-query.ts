import { z } from 'zod';

/** Most elements of one page, and how many there are when the client does not say. */
const maxPageSize = 500;
const defaultPageSize = 50;
const maxInt32 = 2_147_483_647;

const whole = z
  .string()
  .regex(/^-?\d{1,10}$/, 'must be an integer')
  .transform(Number);

/** How such a text is described. */
const int32 = { type: 'integer', format: 'int32', pattern: undefined };

/** Query of every paged list; extend it with the list's own filters. */
export const ListQuery = z.object({
  first_result: whole
    .pipe(z.number().int().min(0).max(maxInt32))
    .default(0)
    .meta({ ...int32, minimum: 0, maximum: maxInt32, description: 'How many elements are left out before the first.' }),
  max_results: whole
    .pipe(z.number().int().min(1).max(maxPageSize))
    .default(defaultPageSize)
    .meta({ ...int32, minimum: 1, maximum: maxPageSize, description: 'Most elements of the answer.' }),
});
export type ListQuery = z.infer<typeof ListQuery>;
