import type { Command } from 'commander';
import { print } from '../output/print.js';
import type { Cell } from '../output/table.js';
import { defaultLimit, readPages, type Page } from '../requests/read-pages.js';
import { createCommand, positiveInteger, type CommandKind, type CommonOptions } from './create-command.js';

type Read<Item> = (query: { first_result: number; max_results: number }) => Promise<{ data: Page<Item> }>;

interface Listing<Item> extends Pick<CommandKind, 'summary' | 'examples' | 'of'> {
  /** Finds out of what the list is, then reads a page of it. */
  open: (options: CommonOptions) => Promise<Read<Item>>;
  /** Headers, and what each column shows of an item. */
  columns: Readonly<Record<string, (item: Item) => Cell>>;
}

/** The subcommand `list`: resources with their columns, in JSON whole. */
export function listCommand<Item>(listing: Listing<Item>): Command {
  const command = createCommand('list', listing);
  return command
    .option('--limit <number>', 'the most that are listed', positiveInteger, defaultLimit)
    .action(async (options: CommonOptions & { limit: number }) => {
      const items = await readPages(await listing.open(options), options.limit);
      printItems(options, items, listing.columns);
    });
}

/** Prints one resource by the names of the columns of its list. */
export const printItem = <Item>(
  { output }: CommonOptions,
  item: Item,
  columns: Readonly<Record<string, (item: Item) => Cell>>,
): void => print(output, item, () => ({ rows: Object.entries(columns).map(([name, cellOf]) => [name, cellOf(item)]) }));

export const printItems = <Item>(
  { output }: CommonOptions,
  items: readonly Item[],
  columns: Readonly<Record<string, (item: Item) => Cell>>,
): void =>
  print(output, items, () => ({
    headers: Object.keys(columns),
    rows: items.map((item) => Object.values(columns).map((cellOf) => cellOf(item))),
  }));
