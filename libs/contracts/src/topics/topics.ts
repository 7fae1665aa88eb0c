import {
  CredentialsUsed,
  CredentialChanged,
  credentialName,
  DirectoryChanged,
  isVersioned,
  stateKey,
} from '../admin/access.js';
import { EventsRecorded } from '../audit/audit-event.js';
import { ActivitiesAccepted } from '../tracking/activities-accepted.js';
import { ActivitiesStored, ActivityReceived, ActivityToAnalyze } from '../tracking/activity.js';
import { ActivitiesRefused } from '../refusals/refused-activity.js';
import { BackfillEnded, BackfillPageDue, BackfillRequested } from '../tracking/backfill.js';
import { identifierKey } from '../tracking/identifier.js';
import { ChunkApplied, ChunkParsed, ChunkRequested, ExecutionChanged } from '../imports/import-messages.js';
import { EventTypeChanged, eventTypeKey } from '../tracking-plan/event-type.js';
import { topic } from './topic.js';
import {
  CollectionsCounted,
  CollectionsRequested,
  SegmentChanged,
  SegmentDeleted,
  UserPointErased,
  UserPointsMerged,
} from '../tracking/user-point.js';
import { MetadataRefreshed, RefreshRequested } from '../warehouses/warehouse-messages.js';

/** The strongest identifier, so that the activities of one person keep their order. */
const personKey = ({ datamart_id, identifiers: [strongest] }: Pick<ActivityReceived, 'datamart_id' | 'identifiers'>) =>
  `${datamart_id}|${strongest ? identifierKey(strongest) : ''}`;

export const activityReceived = topic({
  name: 'tracking.activity-received.v1',
  schema: ActivityReceived,
  key: personKey,
  partitions: 24,
  bundled: true,
});

export const activityToAnalyze = topic({
  name: 'tracking.activity-to-analyze.v1',
  schema: ActivityToAnalyze,
  key: personKey,
  partitions: 24,
  bundled: true,
});

/** How many messages of the topic above to expect. */
export const activitiesAccepted = topic({
  name: 'tracking.activities-accepted.v1',
  schema: ActivitiesAccepted,
  key: ({ instance }) => instance,
  partitions: 24,
});

export const activitiesRefused = topic({
  name: 'tracking.activities-refused.v1',
  schema: ActivitiesRefused,
  key: ({ datamart_id }) => datamart_id,
  partitions: 24,
});

export const activityStored = topic({
  name: 'tracking.activity-stored.v1',
  schema: ActivitiesStored,
  key: ({ datamart_id }) => datamart_id,
  partitions: 24,
  lingers: true,
});

export const credentialsUsed = topic({
  name: 'gateway.credentials-used.v1',
  schema: CredentialsUsed,
  key: ({ uses: [first] }) => `${first?.kind}/${first?.id}`,
  partitions: 12,
});

/** A tombstone removes a version that a newer one has replaced. */
export const credentialChanged = topic({
  name: 'admin.credential-changed.v1',
  schema: CredentialChanged,
  key: (changed) => `${credentialName(changed)}/${changed.version}`,
  partitions: 12,
  retention: 'compact',
});

/** For every app that must know which organisation owns a datamart. Tombstones as in the topic of credentials. */
export const directoryChanged = topic({
  name: 'admin.directory-changed.v1',
  schema: DirectoryChanged,
  key: (entry) => (isVersioned(entry) ? stateKey(entry) : `${entry.kind}/${entry.id}`),
  partitions: 12,
  retention: 'compact',
});

/** A tombstone: the type is no longer in the plan. */
export const eventTypeChanged = topic({
  name: 'tracking.event-type-changed.v1',
  schema: EventTypeChanged,
  key: eventTypeKey,
  partitions: 12,
  retention: 'compact',
});

export const userPointsMerged = topic({
  name: 'tracking.user-points-merged.v1',
  schema: UserPointsMerged,
  key: ({ datamart_id }) => datamart_id,
  partitions: 24,
  lingers: true,
});

export const userPointErased = topic({
  name: 'tracking.user-point-erased.v1',
  schema: UserPointErased,
  key: ({ datamart_id }) => datamart_id,
  partitions: 24,
  lingers: true,
});

export const segmentChanged = topic({
  name: 'tracking.segment-changed.v1',
  schema: SegmentChanged,
  key: ({ datamart_id }) => datamart_id,
  partitions: 24,
  lingers: true,
});

export const segmentDeleted = topic({
  name: 'tracking.segment-deleted.v1',
  schema: SegmentDeleted,
  key: ({ datamart_id }) => datamart_id,
  partitions: 24,
  lingers: true,
});

export const collectionsCounted = topic({
  name: 'tracking.collections-counted.v1',
  schema: CollectionsCounted,
  key: ({ datamart_id }) => datamart_id,
  partitions: 24,
  lingers: true,
});

export const collectionsRequested = topic({
  name: 'analytics.collections-requested.v1',
  schema: CollectionsRequested,
  key: ({ datamart_ids: [first] }) => first ?? '',
  partitions: 12,
});

/** After a restore an operator requests one, too. */
export const backfillRequested = topic({
  name: 'analytics.backfill-requested.v1',
  schema: BackfillRequested,
  key: ({ request_id }) => request_id,
  partitions: 12,
});

/** Keyed like the messages of the previous page, so that it comes after them. */
export const backfillPageDue = topic({
  name: 'tracking.backfill-page-due.v1',
  schema: BackfillPageDue,
  key: ({ request_id, after }) => after?.[0] ?? request_id,
  partitions: 24,
});

export const backfillEnded = topic({
  name: 'tracking.backfill-ended.v1',
  schema: BackfillEnded,
  key: ({ request_id }) => request_id,
  partitions: 24,
});

export const chunkRequested = topic({
  name: 'imports.chunk-requested.v1',
  schema: ChunkRequested,
  key: ({ execution_id }) => execution_id,
  partitions: 12,
});

/** One key per execution and shard: lines of a shard are applied in file order. */
export const chunkParsed = topic({
  name: 'imports.chunk-parsed.v1',
  schema: ChunkParsed,
  key: ({ execution_id, shard }) => `${execution_id}/${shard}`,
  partitions: 12,
});

export const importChunkApplied = topic({
  name: 'tracking.import-chunk-applied.v1',
  schema: ChunkApplied,
  key: ({ execution_id }) => execution_id,
  partitions: 24,
});

export const executionChanged = topic({
  name: 'imports.execution-changed.v1',
  schema: ExecutionChanged,
  key: ({ execution_id }) => execution_id,
  partitions: 12,
});

export const refreshRequested = topic({
  name: 'warehouses.refresh-requested.v1',
  schema: RefreshRequested,
  key: ({ datawarehouse_id }) => datawarehouse_id,
  partitions: 12,
});

export const metadataRefreshed = topic({
  name: 'warehouses.metadata-refreshed.v1',
  schema: MetadataRefreshed,
  key: ({ datawarehouse_id }) => datawarehouse_id,
  partitions: 12,
});

export const eventsRecorded = topic({
  name: 'audit.events-recorded.v1',
  schema: EventsRecorded,
  key: ({ events: [first] }) => first?.id ?? '',
  partitions: 12,
});

/** The topics from which analytics fills its facts. None is compacted or bundled: an offset which is skipped was a message. */
export const factTopics = [
  activityStored,
  userPointsMerged,
  userPointErased,
  segmentChanged,
  segmentDeleted,
  collectionsCounted,
  backfillEnded,
];
