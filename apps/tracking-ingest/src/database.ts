import { Activities1763700000001 } from './migrations/1-activities.js';

/** The app's schema; hot paths are SQL, so there are no entities. */
export const trackingDatabase = { app: 'tracking-ingest', entities: [], migrations: [Activities1763700000001] };
