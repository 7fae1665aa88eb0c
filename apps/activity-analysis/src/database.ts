import { Baseline1764000000001 } from './migrations/1-baseline.js';
import { ErasedIdentifiers1795800000003 } from './migrations/2-erased-identifiers.js';
import { FormerIds1796100000003 } from './migrations/3-former-ids.js';
import { Organisations1796200000004 } from './migrations/4-organisations.js';
import { PublicCredentials1796400000002 } from './migrations/5-public-credentials.js';
import { Traces1796500000006 } from './migrations/6-traces.js';
import { BlockedEvents1796600000007 } from './migrations/7-blocked-events.js';

/** The app's schema. Its paths are hot, so they are SQL without entities. */
export const analysisDatabase = {
  app: 'activity-analysis',
  entities: [],
  byLookUp: true,
  migrations: [
    Baseline1764000000001,
    ErasedIdentifiers1795800000003,
    FormerIds1796100000003,
    Organisations1796200000004,
    PublicCredentials1796400000002,
    Traces1796500000006,
    BlockedEvents1796600000007,
  ],
};
