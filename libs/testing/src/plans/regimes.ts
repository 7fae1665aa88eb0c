import { createDataSource, poolOf, type DataSourceOptions } from '@tributary/database/data-source';
import pg from 'pg';
import { explainStatements } from './explain-statements.js';
import type { Growth } from './growing-scans.js';
import { GrownTables, type ColumnFill } from './grown-tables.js';

// Until the first autoanalyze, and while a table grows faster than it is analyzed, the planner knows nothing about it.

const [few, many, left] = [100, 5_000, 1_000];

/** The statistics that the planner has, and how the tables come to them. */
const regimes: [statistics: string, reach: (tables: GrownTables) => Promise<void>][] = [
  // A connection keeps the plans of its first seconds until a table is analyzed.
  ['missing, of empty tables', () => Promise.resolve()],
  [
    'of a hundred rows',
    async (tables) => {
      await tables.grow(1, few);
      await tables.analyze();
      await tables.grow(few + 1, many);
    },
  ],
  ['missing', (tables) => tables.forgetStatistics()],
  ['right', (tables) => tables.analyze()],
  ['of many rows, which are gone', (tables) => tables.shrink(left)],
];

/** The statistics with which statements are explained, one after the other. */
export const statisticsOfRegimes = regimes.map(([statistics]) => statistics);

export interface ExplainedApp {
  database: Omit<DataSourceOptions, 'url'>;
  /** A superuser opens it. */
  url: string;
  /** Its name in the database. */
  schema: string;
  isGrowing: (table: string) => boolean;
  coarse: Growth['coarse'];
  fill: ColumnFill;
}

type Scans = Map<string, string[]>;

/** The scans that grow, of each statement that has any. */
export interface ExplainedStatements {
  /** By statistics. */
  growing: ReadonlyMap<string, Scans>;
  /** The same of other statements, with the statistics of the last regime. */
  explain: (statements: ReadonlyMap<string, unknown[]>) => Promise<Scans>;
  stop: () => Promise<void>;
}

/** Explains the statements of an app, on a connection of its own settings, while its tables grow, are analyzed and shrink. */
export async function explainInRegimes(
  { database, url, schema, isGrowing, coarse, fill }: ExplainedApp,
  statements: ReadonlyMap<string, unknown[]>,
): Promise<ExplainedStatements> {
  const connection = await createDataSource({ ...database, url, poolSize: 1 }).initialize();
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`set search_path = ${schema}`);
  const tables = await GrownTables.open(admin, isGrowing, fill);
  const growth = { indexes: await tables.indexes(), tables: tables.tables, coarse };
  const client = await poolOf(connection).connect();
  const explain = (explained: ReadonlyMap<string, unknown[]>) => explainStatements(client, explained, growth);
  const growing = new Map<string, Scans>();
  for (const [statistics, reach] of regimes) {
    await reach(tables);
    growing.set(statistics, await explain(statements));
  }
  await admin.end();
  const stop = async () => {
    client.release();
    await connection.destroy();
  };
  return { growing, explain, stop };
}
