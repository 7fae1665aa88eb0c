import { describe } from '@jest/globals';
import { DistributedSuite } from './distributed-suite.js';
import { importUnderKills } from './import-kills.js';

const suite = new DistributedSuite();

describe('an import into six processes', () => {
  suite.step('has the effect of each line once, whichever process is killed however often', async () => {
    const victims = ['import-worker', 'tracking-ingest', 'analytics'] as const;
    await importUnderKills(suite.platform, () => suite.stores.databaseUrl, [...victims], 12);
  });
});
