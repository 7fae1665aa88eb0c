import { CredentialChanged, DirectoryChanged } from './access.js';
import { ActivitiesAccepted } from './activities-accepted.js';
import { ActivitiesStored, ActivityReceived } from './activity.js';
import { FactsPageDue, FactsRequested } from './facts-request.js';
import { identifierKey } from './identifier.js';
import { ChunkApplied, ChunkParsed, ChunkRequested, ExecutionChanged } from './import-messages.js';
import { topic } from './topic.js';
import { CollectionsCounted, SegmentChanged, UserPointErased, UserPointsMerged } from './user-point.js';
import { MetadataRefreshed, RefreshRequested } from './warehouse-messages.js';

/** gateway → tracking-ingest. Keyed by the strongest identifier, so that one person's activities keep their order. */
export const activityReceived = topic({
  name: 'tracking.activity-received.v1',
  schema: ActivityReceived,
  key: ({ datamart_id, identifiers }) => `${datamart_id}|${identifiers[0] ? identifierKey(identifiers[0]) : ''}`,
  partitions: 24,
  retention: { days: 7 },
});

/** gateway → tracking-ingest. How much of the topic above is to be expected. */
export const activitiesAccepted = topic({
  name: 'tracking.activities-accepted.v1',
  schema: ActivitiesAccepted,
  key: ({ instance }) => instance,
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
  gathers: true,
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

/** tracking-ingest → analytics. */
export const userPointsMerged = topic({
  name: 'tracking.user-points-merged.v1',
  schema: UserPointsMerged,
  key: ({ datamart_id }) => datamart_id,
  partitions: 24,
  retention: { days: 7 },
  gathers: true,
});

/** tracking-ingest → analytics. */
export const userPointErased = topic({
  name: 'tracking.user-point-erased.v1',
  schema: UserPointErased,
  key: ({ datamart_id }) => datamart_id,
  partitions: 24,
  retention: { days: 7 },
  gathers: true,
});

/** tracking-ingest → analytics. */
export const segmentChanged = topic({
  name: 'tracking.segment-changed.v1',
  schema: SegmentChanged,
  key: ({ datamart_id }) => datamart_id,
  partitions: 24,
  retention: { days: 7 },
  gathers: true,
});

/** tracking-ingest → analytics. */
export const collectionsCounted = topic({
  name: 'tracking.collections-counted.v1',
  schema: CollectionsCounted,
  key: ({ datamart_id }) => datamart_id,
  partitions: 24,
  retention: { days: 7 },
  gathers: true,
});

/** analytics → tracking-ingest. */
export const factsRequested = topic({
  name: 'analytics.facts-requested.v1',
  schema: FactsRequested,
  key: ({ request_id }) => request_id,
  partitions: 12,
  retention: { days: 7 },
});

/** tracking-ingest → any tracking-ingest. Keyed as what the page before told, to come after it. */
export const factsPageDue = topic({
  name: 'tracking.facts-page-due.v1',
  schema: FactsPageDue,
  key: ({ request_id, after }) => after?.[0] ?? request_id,
  partitions: 24,
  retention: { days: 7 },
});

/** import-worker → any import-worker. */
export const chunkRequested = topic({
  name: 'imports.chunk-requested.v1',
  schema: ChunkRequested,
  key: ({ execution_id }) => execution_id,
  partitions: 12,
  retention: { days: 7 },
});

/** import-worker → tracking-ingest. One key per execution and shard: those of its lines take effect in file order. */
export const chunkParsed = topic({
  name: 'imports.chunk-parsed.v1',
  schema: ChunkParsed,
  key: ({ execution_id, shard }) => `${execution_id}/${shard}`,
  partitions: 12,
  retention: { days: 7 },
});

/** tracking-ingest → import-worker. */
export const importChunkApplied = topic({
  name: 'tracking.import-chunk-applied.v1',
  schema: ChunkApplied,
  key: ({ execution_id }) => execution_id,
  partitions: 24,
  retention: { days: 7 },
});

/** import-worker → whoever follows executions. */
export const executionChanged = topic({
  name: 'imports.execution-changed.v1',
  schema: ExecutionChanged,
  key: ({ execution_id }) => execution_id,
  partitions: 12,
  retention: { days: 7 },
});

/** warehouse-metadata → any warehouse-metadata. */
export const refreshRequested = topic({
  name: 'warehouses.refresh-requested.v1',
  schema: RefreshRequested,
  key: ({ datawarehouse_id }) => datawarehouse_id,
  partitions: 12,
  retention: { days: 7 },
});

/** warehouse-metadata → whoever uses a warehouse's metadata. */
export const metadataRefreshed = topic({
  name: 'warehouses.metadata-refreshed.v1',
  schema: MetadataRefreshed,
  key: ({ datawarehouse_id }) => datawarehouse_id,
  partitions: 12,
  retention: { days: 7 },
});

export const topics = [
  ...[activityReceived, activitiesAccepted, activityStored],
  ...[userPointsMerged, userPointErased, segmentChanged, collectionsCounted],
  ...[factsRequested, factsPageDue],
  ...[chunkRequested, chunkParsed, importChunkApplied, executionChanged],
  ...[refreshRequested, metadataRefreshed],
  ...[credentialChanged, directoryChanged],
];
