import type { Command } from 'commander';
import { print } from '../output/print.js';
import type { Cell } from '../output/table.js';
import { defaultLimit, readPages, type Page } from '../requests/read-pages.js';
import { openDatamart, openOrganisation, openSession, openUser } from '../session/open-session.js';
import { createCommand, positiveInteger, type CommandKind, type CommonOptions } from '../commands/create-command.js';

const openers = { datamart: openDatamart, organisation: openOrganisation, user: openUser, platform: openSession };
type Opened<Of extends keyof typeof openers> = Awaited<ReturnType<(typeof openers)[Of]>>;

interface Listing<Item, Of extends keyof typeof openers, Options> extends Pick<
  CommandKind,
  'summary' | 'details' | 'examples'
> {
  /** Default `list`. */
  name?: string;
  of?: Of;
  /** Adds its arguments and options. */
  takes?: (command: Command) => Command;
  read: (
    session: Opened<Of>,
    page: { first_result: number; max_results: number },
    options: Options,
    ...given: string[]
  ) => Promise<{ data: Page<Item> }>;
  /** Headers, and what each column shows of an item. */
  columns: Readonly<Record<string, (item: Item) => Cell>>;
}

/** The subcommand `list`: resources with their columns, in JSON whole. */
export function listCommand<Item, Options extends CommonOptions, Of extends keyof typeof openers = 'platform'>(
  listing: Listing<Item, Of, Options>,
): Command {
  const { name = 'list', of = 'platform', takes = (command) => command, read, columns, ...kind } = listing;
  return takes(createCommand(name, { ...kind, of }))
    .option('--limit <number>', 'the most that are listed', positiveInteger, defaultLimit)
    .action(async (...given: unknown[]) => {
      // Commander gives the arguments, the options and the command.
      const options = given.at(-2) as Options & { limit: number };
      const session = (await openers[of](options)) as Opened<Of>;
      const named = given.slice(0, -2) as string[];
      const items = await readPages((page) => read(session, page, options, ...named), options.limit);
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
