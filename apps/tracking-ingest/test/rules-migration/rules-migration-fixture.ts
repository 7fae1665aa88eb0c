import { identifierKey, type Identifier } from '@tributary/contracts/tracking/identifier';
import { transaction } from '@tributary/database/transaction';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { DirectoryStore } from '@tributary/security/directory.store';
import type pg from 'pg';
import { resolveAndMerge } from '../../src/attached-data/resolve-and-merge.js';
import { RulesMigration } from '../../src/rules-migration/rules-migration.js';
import type { TrackingDatabase } from '../tracking-database.js';

export const agent = (value: string): Identifier => ({ type: 'USER_AGENT', value });
export const account = (value: string, compartment_id = 'default'): Identifier => ({
  type: 'USER_ACCOUNT',
  compartment_id,
  value,
});
export const email = (value: string): Identifier => ({ type: 'USER_EMAIL', value });

/** A process with the migration on a database, which does not run by itself. */
export const migrationOn = ({ dataSource, erasureKey }: TrackingDatabase, directory = new DirectoryStore()) =>
  new RulesMigration(dataSource, directory, erasureKey, new Metrics('tested'), createLogger('tested', 'silent'));

/** Makes all steps due again. */
export const forget = ({ dataSource }: TrackingDatabase) =>
  dataSource.query(`update rules_migration_steps set passes = 0, not_before = 0, changed = 0, merged = 0, kept = 0`);

export const progress = (database: TrackingDatabase) =>
  database.dataSource.query<{ step: string; changed: number; merged: number; kept: number; passes: number }[]>(
    `select step, passes, changed::int, merged::int, kept::int from rules_migration_steps order by position`,
  );

/** Stores the identifiers of one person as an older version has read them, and does more in the same transaction. */
export const store = (
  { dataSource }: TrackingDatabase,
  datamart_id: string,
  identifiers: Identifier[],
  more: (client: pg.ClientBase, user_point_id: string) => Promise<unknown> = () => Promise.resolve(),
): Promise<string> =>
  transaction(dataSource, async (client) => {
    const claims = [{ datamart_id, identifiers, writesData: true }];
    const [resolution] = await resolveAndMerge(client, claims, Date.now());
    if (!resolution || 'refusal' in resolution) throw new Error('refused');
    await more(client, resolution.user_point_id);
    return resolution.user_point_id;
  });

/** The `identifierKey`s of each person of a datamart. */
export async function peopleOf({ dataSource }: TrackingDatabase, datamart_id: string): Promise<string[][]> {
  const rows = await dataSource.query<(Identifier & { compartment_id: string; user_point_id: string })[]>(
    'select type, compartment_id, value, user_point_id from user_identifiers where datamart_id = $1',
    [datamart_id],
  );
  const people = Map.groupBy(rows, ({ user_point_id }) => user_point_id);
  return [...people.values()].map((own) => own.map(identifierKey));
}

/** The identifiers that are counted, and those that are there. */
export async function countsOf({ dataSource }: TrackingDatabase, datamart_id: string) {
  const [row] = await dataSource.query<{ counted: number; stored: number }[]>(
    `select
      (select coalesce(sum(change), 0)::int from (
        select change, collection from collection_changes where datamart_id = $1
        union all select count, collection from collection_counts where datamart_id = $1) part
        where collection in ('UserAccount', 'UserEmail', 'UserAgent', 'UserPoint')) as counted,
      (select count(*)::int from user_identifiers where datamart_id = $1)
        + (select count(*)::int from user_points where datamart_id = $1) as stored`,
    [datamart_id],
  );
  return row;
}
