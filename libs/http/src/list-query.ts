import { z } from 'zod';

/** Most elements of one page, and how many there are when the client does not say. */
const maxPageSize = 500;
const defaultPageSize = 50;

const whole = (message: string) =>
  z
    .string()
    .regex(/^-?\d{1,10}$/, message)
    .transform(Number);

/** Query of every paged list; extend it with the list's own filters. */
export const ListQuery = z.object({
  first_result: whole('must be an integer').pipe(z.number().int().min(0).max(2_147_483_647)).default(0),
  max_results: whole('must be an integer').pipe(z.number().int().min(1).max(maxPageSize)).default(defaultPageSize),
});
export type ListQuery = z.infer<typeof ListQuery>;

/** One page, and how many elements there are in all. */
export interface Page<T> {
  items: T[];
  total: number;
}

/** The success envelope of a paged list. */
export interface Paged<T> extends ListQuery {
  status: 'ok';
  data: T[];
  count: number;
  total: number;
}

export const paged = <T>({ items, total }: Page<T>, { first_result, max_results }: ListQuery): Paged<T> => ({
  status: 'ok',
  data: items,
  count: items.length,
  total,
  first_result,
  max_results,
});
