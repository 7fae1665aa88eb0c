import type pg from 'pg';
import { migrateIdentifiers } from './migrate-identifiers.js';
import { migrateTimes } from './migrate-times.js';
import type { MigratePage, Page, PageContext } from './page.js';

/** In this order. */
export const migrations: Readonly<Record<string, { table: string; migratePage: MigratePage }>> = {
  identifiers: { table: 'user_identifiers', migratePage: migrateIdentifiers },
  times: { table: 'user_points', migratePage: migrateTimes },
};

/** The second pass finds what processes of the older version have written after the first one, during the upgrade. */
export const allPasses = 2;
const betweenPassesMs = 86_400_000;

/** Progress of a step. */
interface StepProgress {
  step: string;
  /** Passes that have ended. */
  passes: number;
  /** Rows read in the pass in progress. */
  read: number;
  changed: number;
  merged: number;
  kept: number;
}

export async function readProgress(client: pg.ClientBase): Promise<StepProgress[]> {
  const { rows } = await client.query<StepProgress>(
    `select step, passes, read::float8, changed::float8, merged::float8, kept::float8
      from rules_migration_steps order by position`,
  );
  return rows;
}

interface DueStep {
  step: string;
  last_datamart_id: string | null;
  last_id: string | null;
}

/** A page that was brought to the rules of now, and its step. */
export interface MigratedPage extends Page {
  step: string;
}

/** Brings the next page of the first step that is due to the rules of now. Undefined if there is none, or another process works on it. */
export async function migrateNextPage(context: PageContext): Promise<MigratedPage | undefined> {
  const { client, now } = context;
  const { rows } = await client.query<DueStep>(
    `select step, last_datamart_id, last_id from rules_migration_steps
      where step = (
        select step from rules_migration_steps where passes < $1 and not_before <= $2 order by position limit 1)
      for update skip locked`,
    [allPasses, now],
  );
  const [due] = rows;
  const migration = due && migrations[due.step];
  if (!migration) return undefined;
  const { last_datamart_id: datamart_id, last_id: id } = due;
  const after = datamart_id === null || id === null ? undefined : { datamart_id, id };
  const page = await migration.migratePage(context, after);
  await saveProgress(client, due.step, page, now);
  return { step: due.step, ...page };
}

async function saveProgress(client: pg.ClientBase, step: string, { counts, last }: Page, now: number): Promise<void> {
  const { read, changed, merged, kept } = counts;
  await client.query(
    `update rules_migration_steps set last_datamart_id = $2, last_id = $3,
        passes = passes + $4, not_before = case $4 when 1 then $5 else not_before end,
        read = case $4 when 1 then 0 else read + $6 end,
        changed = changed + $7, merged = merged + $8, kept = kept + $9
      where step = $1`,
    [
      step,
      last?.datamart_id ?? null,
      last?.id ?? null,
      last ? 0 : 1,
      now + betweenPassesMs,
      read,
      changed,
      merged,
      kept,
    ],
  );
}

interface JunkRow {
  datamart_id: string;
  type: string;
  compartment_id: string;
  value: string;
  user_point_id: string;
}

/** The junk identifiers that are still stored, by datamart. */
export async function listStoredJunk(client: pg.ClientBase, limit: number): Promise<JunkRow[]> {
  const { rows } = await client.query<JunkRow>(
    `select i.datamart_id, i.type, i.compartment_id, i.value, i.user_point_id
      from stored_junk junk join user_identifiers i
        on (i.datamart_id, i.identifier_id) = (junk.datamart_id, junk.identifier_id)
      order by i.datamart_id, i.type, i.compartment_id, i.value limit $1`,
    [limit],
  );
  return rows;
}
