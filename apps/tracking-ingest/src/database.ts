import { Baseline1763700000001 } from './migrations/1-baseline.js';

/** The app's schema. Hot paths are SQL, so there are no entities. */
export const trackingDatabase = {
  app: 'tracking-ingest',
  entities: [],
  byIndex: true,
  migrations: [Baseline1763700000001],
};
