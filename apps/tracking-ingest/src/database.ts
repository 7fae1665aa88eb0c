import { Baseline1763700000001 } from './migrations/1-baseline.js';
import { CountedBundles1763700000002 } from './migrations/2-counted-bundles.js';

/** The app's schema. Hot paths are SQL, so there are no entities. */
export const trackingDatabase = {
  app: 'tracking-ingest',
  entities: [],
  byIndex: true,
  migrations: [Baseline1763700000001, CountedBundles1763700000002],
};
