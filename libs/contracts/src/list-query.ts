import { z } from 'zod';
import { maxPageSize } from './rules/json/body-limits.js';

/** The elements of one page, where no number is asked for. */
const defaultPageSize = 50;
const maxInt32 = 2_147_483_647;

const integerText = z
  .string()
  .regex(/^-?\d+$/, 'must be an integer')
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
    .refine((wanted) => wanted >= 1, 'must be at least 1')
    .transform((wanted) => Math.min(wanted, maxPageSize))
    .default(defaultPageSize)
    .meta({
      type: 'integer',
      pattern: undefined,
      minimum: 1,
      description: `The most elements to return. More than ${maxPageSize} are answered as ${maxPageSize}.`,
    }),
});
export type ListQuery = z.infer<typeof ListQuery>;

/** A boolean in a query. */
export const BooleanText = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true')
  .meta({ type: 'boolean', enum: undefined });
