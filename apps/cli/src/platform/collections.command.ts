import { reportCollections } from '@tributary/client/generated/sdk.gen';
import type { DateRange } from '@tributary/client/generated/types.gen';
import { countsOf, dayRanges, growthOf } from '@tributary/dashboards/collections/collection-rows';
import { rowsToCsv } from '@tributary/dashboards/queries/rows-to-csv';
import type { Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { print, printText } from '../output/print.js';
import { openDatamart } from '../session/open-session.js';

export const collectionsCommand = (): Command =>
  createCommand('collections', {
    summary: 'Show how many people, activities and the like a datamart holds',
    details: 'They are counted every hour, and again some seconds after this command, once a minute at most.',
    examples: ['tributary collections', 'tributary collections -o csv'],
    of: 'datamart',
  }).action(collections);

const columns_headers = ['collection', 'count', 'growth'];

/** The last count of today, or of yesterday right after midnight, beside the one of the day before. */
async function collections(options: CommonOptions): Promise<void> {
  const { datamart_id } = await openDatamart(options);
  const filters = [{ dimension_name: 'datamart_id', operator: 'EXACT' as const, expressions: [datamart_id] }];
  const [lastDays] = dayRanges(Date.now()).slice(-1) as [DateRange];
  const { data } = await reportCollections({
    body: {
      date_ranges: [lastDays],
      dimensions: [{ name: 'date_yyyy_mm_dd' }, { name: 'collection' }],
      metrics: [{ expression: 'count' }],
      dimension_filter_clauses: { operator: 'AND', filters },
    },
  });
  const growth = growthOf(countsOf(data.data.report_view));
  const rows = growth.map((each) => [each.collection, each.count, each.growth ?? null]);
  if (options.output === 'csv') printText(rowsToCsv({ columns_headers, rows }));
  else print(options.output, growth, () => ({ headers: ['collection', 'count', 'since yesterday'], rows }));
}
