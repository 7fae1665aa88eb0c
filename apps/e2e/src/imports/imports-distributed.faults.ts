import { describe } from '@jest/globals';
import { DistributedSuite } from '../suite/distributed-suite.js';
import { importUnderKills } from './import-kills.js';

const suite = new DistributedSuite();

describe('an import into seven processes', () => {
  suite.step('applies each line once when processes are killed repeatedly', async () => {
    const victims = ['import-worker', 'tracking-ingest', 'analytics'] as const;
    await importUnderKills(suite.platform, () => suite.stores.databaseUrl, [...victims], 12);
  });
});
