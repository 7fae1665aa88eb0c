import { Imports1763800000001 } from './migrations/1-imports.js';
import { LineFindings1795800000001 } from './migrations/2-line-findings.js';
import { JunkExceptions1795900000001 } from './migrations/3-junk-exceptions.js';
import { FairOrganisations1796000000001 } from './migrations/4-fair-organisations.js';
import { LineSecrets1796100000001 } from './migrations/5-line-secrets.js';
import { AuditedWrites1796600000002 } from './migrations/6-audited-writes.js';
import { CredentialsOfUploads1796800000007 } from './migrations/7-credentials-of-uploads.js';

export const importDatabase = {
  app: 'import-worker',
  entities: [],
  migrations: [
    Imports1763800000001,
    LineFindings1795800000001,
    JunkExceptions1795900000001,
    FairOrganisations1796000000001,
    LineSecrets1796100000001,
    AuditedWrites1796600000002,
    CredentialsOfUploads1796800000007,
  ],
};
