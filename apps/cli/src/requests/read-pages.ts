import { maxPageSize } from '@tributary/contracts/rules/json/body-limits';
import { say } from '../output/status-messages.js';

export interface Page<Item> {
  data: Item[];
  total: number;
}

interface PageQuery {
  first_result: number;
  max_results: number;
}

/** More than a person reads. `--limit` asks for more. */
export const defaultLimit = 1_000;

/** Reads a list page by page, until its end or the limit. It says when something is left out. */
export async function readPages<Item>(
  read: (query: PageQuery) => Promise<{ data: Page<Item> }>,
  limit = defaultLimit,
  advice = '--limit shows more',
): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const max_results = Math.min(maxPageSize, limit - items.length);
    const { data: page } = await read({ first_result: items.length, max_results });
    items.push(...page.data);
    if (page.data.length === 0 || items.length >= page.total) return items;
    if (items.length < limit) continue;
    say(`These are the first ${items.length} of ${page.total}: ${advice}.`);
    return items;
  }
}
