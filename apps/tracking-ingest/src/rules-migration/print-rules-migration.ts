import { createDataSource } from '@tributary/database/data-source';
import { transaction } from '@tributary/database/transaction';
import { noExceptions } from '@tributary/contracts/tracking/junk';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { trackingDatabase } from '../database.js';
import { allPasses, listStoredJunk, migrations, readProgress } from './migration-steps.js';
import { nothing, type MigratePage, type PageCounts, type Position } from './page.js';

/** Most junk identifiers that are listed. */
const mostJunk = 1_000;

/** The progress of the migration to the rules of now, and the junk that is stored; columns are separated by tabs. */
export const printRulesMigration = (url: string): Promise<string> =>
  withDatabase(url, (dataSource) =>
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
        lines.push([datamart_id, type, compartment_id, JSON.stringify(value), user_point_id]);
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
 * The migration would do this with what is stored: it does it, page after page, and rolls each page back. Words that a
 * datamart has taken out of the junk list are counted as junk.
 */
export const printDryRun = (url: string, now: number): Promise<string> =>
  withDatabase(url, async (dataSource) => {
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
    const page = await tryPage(dataSource, migratePage, { after: last, now });
    sum = add(sum, page.counts);
    last = page.last;
  } while (last);
  return sum;
}

async function tryPage(
  dataSource: DataSource,
  migratePage: MigratePage,
  { after, now }: { after: Position | undefined; now: number },
) {
  const undo = new Error('a dry run');
  let page: Awaited<ReturnType<MigratePage>> = { counts: nothing };
  const work = async (client: pg.ClientBase) => {
    page = await migratePage({ client, directory: { junkExceptionsOf: () => noExceptions }, now }, after);
    throw undo;
  };
  await transaction(dataSource, work).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return page;
}

const add = (a: PageCounts, b: PageCounts): PageCounts => ({
  read: a.read + b.read,
  changed: a.changed + b.changed,
  merged: a.merged + b.merged,
  kept: a.kept + b.kept,
  junk: a.junk + b.junk,
});

async function withDatabase(url: string, use: (dataSource: DataSource) => Promise<string>): Promise<string> {
  const dataSource = await createDataSource({ ...trackingDatabase, url, poolSize: 1 }).initialize();
  try {
    return await use(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

const toText = (lines: string[][]) => lines.map((cells) => `${cells.join('\t')}\n`).join('');
