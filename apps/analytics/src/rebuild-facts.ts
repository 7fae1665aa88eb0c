import { openDatabase } from './clickhouse/open-database.js';
import { rebuild } from './clickhouse-jobs/rebuild.js';
import { clickHouseAccess, factsFile, type AnalyticsConfig } from './config.js';
import { startOver } from './duckdb/duckdb-file.js';

/** The `rebuild` command: sets the facts aside, or deletes those in ClickHouse. A backfill is requested from tracking. */
export async function rebuildFacts(config: AnalyticsConfig): Promise<void> {
  const done = await removeFacts(config);
  process.stdout.write(`${done} The next start requests a backfill; tracking-ingest logs when it is complete.\n`);
}

async function removeFacts(config: AnalyticsConfig): Promise<string> {
  const access = clickHouseAccess(config);
  if (access) {
    const connection = await openDatabase(access);
    try {
      await rebuild(connection);
    } finally {
      await connection.close();
    }
    return `The facts in the database ${access.database} of ClickHouse are deleted.`;
  }
  const kept = await startOver(factsFile(config));
  return kept ? `The facts are set aside as ${kept}.` : `${factsFile(config)} does not exist yet.`;
}
