import { CredentialChanged, DirectoryChanged } from './access.js';
import { ActivitiesStored, ActivityReceived } from './activity.js';
import { identifierKey } from './identifier.js';
import { topic } from './topic.js';

/** gateway → tracking-ingest. Keyed by the strongest identifier, so that one person's activities keep their order. */
export const activityReceived = topic({
  name: 'tracking.activity-received.v1',
  schema: ActivityReceived,
  key: ({ datamart_id, identifiers }) => `${datamart_id}|${identifiers[0] ? identifierKey(identifiers[0]) : ''}`,
  partitions: 24,
  retention: { days: 7 },
});

/** tracking-ingest → analytics. */
export const activityStored = topic({
  name: 'tracking.activity-stored.v1',
  schema: ActivitiesStored,
  key: ({ datamart_id }) => datamart_id,
  partitions: 24,
  retention: { days: 7 },
});

/** admin → every gateway. */
export const credentialChanged = topic({
  name: 'admin.credential-changed.v1',
  schema: CredentialChanged,
  key: ({ kind, id }) => `${kind}/${id}`,
  partitions: 12,
  retention: 'compact',
});

/** admin → everyone who must know who owns a datamart. */
export const directoryChanged = topic({
  name: 'admin.directory-changed.v1',
  schema: DirectoryChanged,
  key: ({ kind, id }) => `${kind}/${id}`,
  partitions: 12,
  retention: 'compact',
});

export const topics = [activityReceived, activityStored, credentialChanged, directoryChanged];
