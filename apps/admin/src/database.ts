import { Access1763700000001 } from './migrations/1-access.js';

export const adminDatabase = { app: 'admin', entities: [], migrations: [Access1763700000001] };
