import { setTimeout as pause } from 'node:timers/promises';
import { withDataSource } from '@tributary/database/data-source';
import { transaction } from '@tributary/database/transaction';
import { noExceptions } from '@tributary/contracts/tracking/junk';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { trackingDatabase } from '../database.js';
import { allPasses, listStoredJunk, migrations, readProgress } from './migration-steps.js';
import { largestPage, nothing, type MigratePage, type Page, type PageCounts, type Position } from './page.js';

/** Most junk identifiers that are listed. */
const mostJunk = 1_000;

/** The progress of the migration to the rules of now, and the junk that is stored; columns are separated by tabs. */
export const printRulesMigration = (url: string): Promise<string> =>
  withDataSource({ ...trackingDatabase, url, poolSize: 1 }, (dataSource) =>
    transaction(dataSource, async (client) => {
      const steps = await readProgress(client);
      const lines = [['step', 'passes', 'read', 'of about', 'changed', 'merged', 'kept']];
      for (const { step, passes, read, changed, merged, kept } of steps)
        lines.push(
          [step, `${passes}/${allPasses}`, read, await estimate(client, step), changed, merged, kept].map(String),
        );
      const junk = await listStoredJunk(client, mostJunk);
      if (junk.length > 0) lines.push([], ['datamart', 'junk', 'compartment', 'value', 'user point']);
      for (const { datamart_id, type, compartment_id, value, user_point_id } of junk)
        lines.push([datamart_id, type, JSON.stringify(compartment_id), JSON.stringify(value), user_point_id]);
      return toText(lines);
    }),
  );

/** By the statistics of the database. */
async function estimate(client: pg.ClientBase, step: string): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    'select greatest(reltuples, 0)::float8 as rows from pg_class where oid = to_regclass($1)',
    [migrations[step]?.table],
  );
  return rows[0]?.rows ?? 0;
}

/**
 * The migration would do about this with what is stored: it does it, page after page, and rolls each page back. People who
 * would become one on several pages count on each of them. Words that a datamart has taken out of the junk list are junk
 * here.
 */
export const printDryRun = (url: string, now: number): Promise<string> =>
  withDataSource({ ...trackingDatabase, url, poolSize: 1 }, async (dataSource) => {
    const lines = [['step', 'read', 'changed', 'merged', 'kept', 'junk']];
    for (const [step, { migratePage }] of Object.entries(migrations)) {
      const { read, changed, merged, kept, junk } = await tryAll(dataSource, migratePage, now);
      lines.push([step, read, changed, merged, kept, junk].map(String));
    }
    return toText(lines);
  });

async function tryAll(dataSource: DataSource, migratePage: MigratePage, now: number): Promise<PageCounts> {
  let sum = nothing;
  let last: Position | undefined;
  do {
    const start = performance.now();
    const page = await tryPage(dataSource, migratePage, { after: last, now });
    sum = add(sum, page.counts);
    last = page.last;
    // Half of the time is left to live traffic.
    await pause(performance.now() - start);
  } while (last);
  return sum;
}

/** The command has no SECRETS_KEY: it recognises recent erasures only, as none of the kept ones has such a hash. */
const erasureKey = { macOf: (identifier_id: string) => identifier_id };

/** With fewer rows each time that it fails. */
async function tryPage(
  dataSource: DataSource,
  migratePage: MigratePage,
  { after, now }: { after: Position | undefined; now: number },
): Promise<Page> {
  const undo = new Error('a dry run');
  const directory = { junkExceptionsOf: () => noExceptions };
  for (let size = largestPage; ; size = Math.floor(size / 10)) {
    let page: Page = { counts: nothing };
    const work = async (client: pg.ClientBase) => {
      page = await migratePage({ client, directory, erasureKey, now, size }, after);
      throw undo;
    };
    const failure: unknown = await transaction(dataSource, work, { statementTimeoutMs: 60_000 }).catch(
      (error: unknown) => error,
    );
    if (failure === undo) return page;
    if (size === 1) throw failure;
  }
}

const add = (a: PageCounts, b: PageCounts): PageCounts => ({
  read: a.read + b.read,
  changed: a.changed + b.changed,
  merged: a.merged + b.merged,
  kept: a.kept + b.kept,
  junk: a.junk + b.junk,
});

const toText = (lines: string[][]) => lines.map((cells) => `${cells.join('\t')}\n`).join('');
