import type { ListQuery } from '@tributary/contracts/list-query';

/** One page of a list, and the total number of elements. */
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
