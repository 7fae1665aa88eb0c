import { Activities1763700000001 } from './migrations/1-activities.js';
import { UserPoints1763700000002 } from './migrations/2-user-points.js';

/** The app's schema; hot paths are SQL, so there are no entities. */
export const trackingDatabase = {
  app: 'tracking-ingest',
  entities: [],
  migrations: [Activities1763700000001, UserPoints1763700000002],
};
