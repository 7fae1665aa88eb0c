import { factsFile, type AnalyticsConfig } from './config.js';
import { startOver } from './duckdb/duckdb-file.js';

/** The `rebuild` command: sets the facts aside. The next start requests a backfill from tracking. */
export async function rebuildFacts(config: Pick<AnalyticsConfig, 'DATA_DIR'>): Promise<void> {
  const kept = await startOver(factsFile(config));
  const done = kept ? `The facts are set aside as ${kept}.` : `${factsFile(config)} does not exist yet.`;
  process.stdout.write(`${done} The next start requests a backfill; tracking-ingest logs when it is complete.\n`);
}
