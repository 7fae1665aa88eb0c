import { describeTopic, type AppName, type TopicDescription } from './topic-description.js';
import { importTopics } from './import-topics.js';
import { trackingTopics } from './tracking-topics.js';
import {
  credentialChanged,
  credentialsUsed,
  directoryChanged,
  eventsRecorded,
  metadataRefreshed,
  refreshRequested,
} from './topics.js';

/** The apps that keep a copy of the directory. */
const directoryFollowers: AppName[] = [
  'activity-analysis',
  'admin',
  'analytics',
  'gateway',
  'import-worker',
  'tracking-ingest',
  'warehouse-metadata',
];

const adminTopics: TopicDescription[] = [
  describeTopic(credentialChanged, {
    summary:
      'A version of a token, a signing key, a collect key, a plugin worker or the roles of a user, or its revocation: what a gateway needs to authenticate without a call to admin.',
    key: '<kind>/<id>/<version>',
    producers: ['admin'],
    consumers: ['gateway.follow-credentials'],
    example: {
      kind: 'api_token',
      id: '12',
      version: 57,
      token_sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      user_id: '1',
      expiration_date: 1_826_797_991_709,
    },
  }),
  describeTopic(credentialsUsed, {
    summary:
      'In which hours tokens, signing keys and collect keys were used, once for each gateway, credential and hour.',
    key: '<kind>/<id> of the first one',
    producers: ['gateway'],
    consumers: ['admin.record-credential-uses'],
    example: { uses: [{ kind: 'api_token', id: '12', hour_ts: 1_795_258_800_000 }] },
  }),
  describeTopic(directoryChanged, {
    summary:
      'Which organisation owns a datamart, which community an organisation belongs to, and the states of channels, activity analyzers and plugin versions that other apps need.',
    key: '<kind>/<id>, with /<version> for a channel, analyzer or plugin version',
    producers: ['admin'],
    consumers: directoryFollowers.map((app) => `${app}.follow-directory`),
    example: { kind: 'datamart', id: '1', organisation_id: '1' },
  }),
  describeTopic(eventsRecorded, {
    summary: 'Configurations were changed, or data of people read, exported, erased or repaired: events of the audit.',
    key: '<id> of the first event',
    producers: ['import-worker', 'tracking-ingest', 'warehouse-metadata'],
    consumers: ['admin.store-audit-events'],
    example: {
      events: [
        {
          id: '0199f1c2-7d7a-7c33-8f5e-2b6a5a1f0e12',
          ts: 1_795_258_812_345,
          user_id: '1',
          credential_id: '12',
          credential_kind: 'API_TOKEN',
          action: 'READ',
          resource: 'user_point',
          resource_id: '0199f1c2-7d7a-7c33-8f5e-2b6a5a1f0e11',
          request_id: '0e0ce1c2-0f0c-4a53-8b5e-1b6a5a1f0e11',
          datamart_id: '1',
        },
      ],
    },
  }),
];

const warehouseTopics: TopicDescription[] = [
  describeTopic(refreshRequested, {
    summary: 'An asynchronous refresh of a warehouse’s metadata has been requested.',
    key: '<datawarehouse_id>',
    producers: ['warehouse-metadata'],
    consumers: ['warehouse-metadata.refresh-metadata'],
    example: { datawarehouse_id: '7', refresh_id: '0199f1c2-7d7a-7c33-8f5e-2b6a5a1f0e11' },
  }),
  describeTopic(metadataRefreshed, {
    summary: 'A refresh of a warehouse’s metadata has been stored. There is no consumer yet.',
    key: '<datawarehouse_id>',
    producers: ['warehouse-metadata'],
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

/** Every topic, once: its producer, its consumers and an example. */
export const topicCatalog: TopicDescription[] = [
  ...trackingTopics,
  ...importTopics,
  ...warehouseTopics,
  ...adminTopics,
];

export const topics = topicCatalog.map(({ topic }) => topic);
