import { z } from 'zod';

/** The maximum and the default number of elements of one page. */
const maxPageSize = 500;
const defaultPageSize = 50;
const maxInt32 = 2_147_483_647;

const integerText = z
  .string()
  .regex(/^-?\d{1,10}$/, 'must be an integer')
  .transform(Number);

/** Its description in OpenAPI. */
const int32 = { type: 'integer', format: 'int32', pattern: undefined };

/** Query of every paged list. Lists extend it with their own filters. */
export const ListQuery = z.object({
  first_result: integerText
    .pipe(z.number().int().min(0).max(maxInt32))
    .default(0)
    .meta({ ...int32, minimum: 0, maximum: maxInt32, description: 'How many elements to skip.' }),
  max_results: integerText
    .pipe(z.number().int().min(1).max(maxPageSize))
    .default(defaultPageSize)
    .meta({ ...int32, minimum: 1, maximum: maxPageSize, description: 'The most elements to return.' }),
});
export type ListQuery = z.infer<typeof ListQuery>;
