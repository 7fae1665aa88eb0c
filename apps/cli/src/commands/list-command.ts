import type { Command } from 'commander';
import { print } from '../output/print.js';
import type { Cell } from '../output/table.js';
import { defaultLimit, readPages, type Page } from '../requests/read-pages.js';
import { createCommand, positiveInteger, type CommandKind, type CommonOptions } from './create-command.js';

type Read<Item> = (query: { first_result: number; max_results: number }) => Promise<{ data: Page<Item> }>;

interface Listing<Item, Options> extends Pick<CommandKind, 'summary' | 'details' | 'examples' | 'of'> {
  /** Default `list`. */
  name?: string;
  /** Adds its arguments and options. */
  takes?: (command: Command) => Command;
  /** Finds out of what the list is, then reads a page of it. */
  open: (options: Options, ...given: string[]) => Read<Item> | Promise<Read<Item>>;
  /** Headers, and what each column shows of an item. */
  columns: Readonly<Record<string, (item: Item) => Cell>>;
}

/** The subcommand `list`: resources with their columns, in JSON whole. */
export function listCommand<Item, Options extends CommonOptions>(listing: Listing<Item, Options>): Command {
  const { name = 'list', takes = (command) => command, open, columns, ...kind } = listing;
  return takes(createCommand(name, kind))
    .option('--limit <number>', 'the most that are listed', positiveInteger, defaultLimit)
    .action(async (...given: unknown[]) => {
      // Commander gives the arguments, the options and the command.
      const options = given.at(-2) as Options & { limit: number };
      const items = await readPages(await open(options, ...(given.slice(0, -2) as string[])), options.limit);
      printItems(options, items, columns);
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
