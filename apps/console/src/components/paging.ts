import { maxPageSize } from '@tributary/contracts/rules/json/body-limits';

/** The query of a list that is read in one request. */
export const wholeList = { max_results: maxPageSize };

export const rowsPerPage = 50;

/** `first_result` and `max_results` of a page of a list. */
export const pageQuery = (page: number, perPage = rowsPerPage) => ({
  first_result: (page - 1) * perPage,
  max_results: perPage,
});

/** The number of the last page. */
export const lastPage = (total: number, perPage = rowsPerPage) => Math.max(1, Math.ceil(total / perPage));

/** A page of a list that the server has oldest first, as its newest first: its rows are to be reversed. */
export function pageFromEnd(page: number, total: number) {
  const end = Math.max(0, total - (page - 1) * rowsPerPage);
  const first_result = Math.max(0, end - rowsPerPage);
  return { first_result, max_results: end - first_result };
}

/** The page number in the search parameters of a list. The first page is not written there. */
export function readPageSearch({ page }: Record<string, unknown>): { page?: number } {
  const number = Number(page);
  return Number.isInteger(number) && number > 1 ? { page: number } : {};
}
