import type { DistributedSuite } from '../suite/distributed-suite.js';
import { importUnderKills } from './import-kills.js';

/** Imports into seven processes. */
export function importsDistributed(suite: DistributedSuite): void {
  suite.step('applies each line once when processes are killed repeatedly', async () => {
    const victims = ['import-worker', 'tracking-ingest', 'analytics'] as const;
    await importUnderKills(suite.platform, () => suite.stores.databaseUrl, [...victims], 3);
  });
}
