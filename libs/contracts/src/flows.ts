import { flow, type AppName, type Flow } from './flow.js';
import { importFlows } from './flows-imports.js';
import { trackingFlows } from './flows-tracking.js';
import { credentialChanged, directoryChanged, metadataRefreshed, refreshRequested } from './topics.js';

/** What an app does with a change of who may do what, and who owns what. */
const followers: AppName[] = [
  'admin',
  'analytics',
  'gateway',
  'import-worker',
  'tracking-ingest',
  'warehouse-metadata',
];

const adminFlows: Flow[] = [
  flow(credentialChanged, {
    summary: 'What a gateway needs of a token, a signing key or a user to authenticate without asking.',
    key: '<kind>/<id>',
    producer: 'admin',
    consumers: ['gateway.follow-credentials'],
    example: {
      kind: 'api_token',
      id: '12',
      token_sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      user_id: '1',
      expiration_date: 1_826_797_991_709,
    },
  }),
  flow(directoryChanged, {
    summary: 'Which organisation owns a datamart, and which community an organisation belongs to.',
    key: '<kind>/<id>',
    producer: 'admin',
    consumers: followers.map((app) => `${app}.follow-directory`),
    example: { kind: 'datamart', id: '1', organisation_id: '1' },
  }),
];

const warehouseFlows: Flow[] = [
  flow(refreshRequested, {
    summary: 'Somebody has asked for a refresh of a warehouse’s metadata.',
    key: '<datawarehouse_id>',
    producer: 'warehouse-metadata',
    consumers: ['warehouse-metadata.refresh-metadata'],
    example: { datawarehouse_id: '7', refresh_id: '0199f1c2-7d7a-7c33-8f5e-2b6a5a1f0e11' },
  }),
  flow(metadataRefreshed, {
    summary: 'A refresh has been stored. For whoever uses the metadata; nobody does yet.',
    key: '<datawarehouse_id>',
    producer: 'warehouse-metadata',
    consumers: [],
    example: {
      datawarehouse_id: '7',
      organisation_id: '1',
      refreshed_ts: 1_795_261_991_709,
      databases: 2,
      tables: 118,
    },
  }),
];

/** Who tells whom what: every topic, once. */
export const flows: Flow[] = [...trackingFlows, ...importFlows, ...warehouseFlows, ...adminFlows];
