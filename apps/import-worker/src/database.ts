import { Imports1763800000001 } from './migrations/1-imports.js';
import { LineFindings1795800000001 } from './migrations/2-line-findings.js';

export const importDatabase = {
  app: 'import-worker',
  entities: [],
  migrations: [Imports1763800000001, LineFindings1795800000001],
};
