import { Imports1763800000001 } from './migrations/1-imports.js';

export const importDatabase = { app: 'import-worker', entities: [], migrations: [Imports1763800000001] };
