import { Activities1763700000001 } from './migrations/1-activities.js';
import { UserPoints1763700000002 } from './migrations/2-user-points.js';
import { AttachedData1763700000003 } from './migrations/3-attached-data.js';
import { Imports1763700000004 } from './migrations/4-imports.js';
import { FactsRequests1763700000005 } from './migrations/5-facts-requests.js';
import { Balance1763700000006 } from './migrations/6-balance.js';
import { IdentifierIds1763700000007 } from './migrations/7-identifier-ids.js';
import { GatheringLanes1763700000008 } from './migrations/8-gathering-lanes.js';

/** The app's schema; hot paths are SQL, so there are no entities. */
export const trackingDatabase = {
  app: 'tracking-ingest',
  entities: [],
  byIndex: true,
  migrations: [
    Activities1763700000001,
    UserPoints1763700000002,
    AttachedData1763700000003,
    Imports1763700000004,
    FactsRequests1763700000005,
    Balance1763700000006,
    IdentifierIds1763700000007,
    GatheringLanes1763700000008,
  ],
};
