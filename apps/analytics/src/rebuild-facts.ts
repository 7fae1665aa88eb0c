import { factsFile, type AnalyticsConfig } from './config.js';
import { startOver } from './duckdb/duckdb-file.js';

/** The command that makes reports forget their facts: the next start asks tracking for all of them, and logs how it goes. */
export async function rebuildFacts(config: Pick<AnalyticsConfig, 'DATA_DIR'>): Promise<void> {
  const kept = await startOver(factsFile(config));
  const done = kept ? `The facts are set aside as ${kept}.` : `There is no ${factsFile(config)} yet.`;
  process.stdout.write(`${done} The next start asks tracking for everything; reports are complete when it logs so.\n`);
}
