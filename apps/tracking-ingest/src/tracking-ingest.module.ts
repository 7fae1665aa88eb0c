import { Module, type DynamicModule } from '@nestjs/common';
import {
  activityReceived,
  activityStored,
  activityToAnalyze,
  collectionsCounted,
  eventTypeChanged,
  backfillEnded,
  backfillPageDue,
  importChunkApplied,
  segmentChanged,
  segmentDeleted,
  userPointErased,
  userPointsMerged,
  eventsRecorded,
} from '@tributary/contracts/topics/topics';
import { topicFollower } from '@tributary/bus/messages/topic-follower';
import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { auditProviders } from '@tributary/runtime/audit/audit.providers';
import { databaseProviders } from '@tributary/runtime/database.providers';
import { LOGGER } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { outboxProviders } from '@tributary/runtime/outbox.providers';
import type { Platform } from '@tributary/runtime/platform';
import type { SecretsConfig } from '@tributary/security/secrets-config';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { directoryFollower, directoryProviders } from '@tributary/security/directory.providers';
import { activityProviders } from './activities/activities.providers.js';
import { StoreActivitiesHandler } from './activities/store-activities.handler.js';
import { AudienceSegmentsController } from './audience-segments/audience-segments.controller.js';
import { AudienceSegmentsRepository } from './audience-segments/audience-segments.repository.js';
import { LiveMembershipsController } from './audience-segments/live-memberships.controller.js';
import { LiveMembershipsRepository } from './audience-segments/live-memberships.repository.js';
import { CollectionsCounting } from './collections/collections-counting.js';
import { reconciliationProviders } from './reconciliation/reconciliation.providers.js';
import { CountAcceptedHandler } from './reconciliation/count-accepted.handler.js';
import { RecountCollectionsHandler } from './collections/recount-collections.handler.js';
import { KeepRefusalsHandler } from './refused-activities/keep-refusals.handler.js';
import { RefusedActivitiesController } from './refused-activities/refused-activities.controller.js';
import { RefusedActivitiesRepository } from './refused-activities/refused-activities.repository.js';
import { TrackingPlanController } from './tracking-plan/tracking-plan.controller.js';
import { EventTypesRepository } from './tracking-plan/event-types.repository.js';
import { TrackingPlanRepository } from './tracking-plan/tracking-plan.repository.js';
import { LeftOutController } from './left-out/left-out.controller.js';
import { LeftOutRepository } from './left-out/left-out.repository.js';
import { TracesController } from './traces/traces.controller.js';
import { TracesRepository } from './traces/traces.repository.js';
import { SETTINGS, TrackingSettings } from './config.js';
import { ChoicesActionController } from './choices/choices-action.controller.js';
import { ChoicesController } from './choices/choices.controller.js';
import { ChoicesRepository } from './choices/choices.repository.js';
import { CompartmentsController } from './compartments/compartments.controller.js';
import { CompartmentsRepository } from './compartments/compartments.repository.js';
import { ChannelConsentController } from './consent/channel-consent.controller.js';
import { RefusedByChoiceRepository } from './consent/refused-by-choice.repository.js';
import { SelectionPreviews } from './consent/selection-previews.js';
import { StoreRules } from './consent/store-rules.js';
import { trackingDatabase } from './database.js';
import { BackfillHandler } from './backfill/backfill.handler.js';
import { IdentityController } from './why/identity.controller.js';
import { NamingsUpkeep } from './links/namings-upkeep.js';
import { ObservationUpkeep } from './tracking-plan/observation-upkeep.js';
import { ExportsController } from './exports/exports.controller.js';
import { exportProviders } from './exports/exports.providers.js';
import { FlaggedPeopleController } from './flagged-people/flagged-people.controller.js';
import { FlaggedPeopleRepository } from './flagged-people/flagged-people.repository.js';
import { FlagUpkeep } from './flagged-people/flag-upkeep.js';
import { ApplyImportChunkHandler } from './imports/apply-import-chunk.handler.js';
import { erasureLogProviders } from './erase-again/erasure-log.providers.js';
import { erasureKeyProvider } from './user-points/erasure-key.provider.js';
import { ImportBatchesRepository } from './imports/import-batches.repository.js';
import { PeopleController } from './people/people.controller.js';
import { PeopleRepository } from './people/people.repository.js';
import { ProfilesController } from './profiles/profiles.controller.js';
import { ProfilesRepository } from './profiles/profiles.repository.js';
import { OlderSegmentPathsController } from './segments/older-segment-paths.controller.js';
import { SegmentsController } from './segments/segments.controller.js';
import { AssociationsController } from './user-points/associations.controller.js';
import { AssociationsRepository } from './user-points/associations.repository.js';
import { RulesMigration } from './rules-migration/rules-migration.js';
import { SegmentUpkeep } from './segments/segment-upkeep.js';
import { SegmentsRepository } from './segments/segments.repository.js';
import { UserActivitiesRepository } from './user-points/user-activities.repository.js';
import { UserPointsController } from './user-points/user-points.controller.js';
import { UserPointsRepository } from './user-points/user-points.repository.js';

const topics = [
  eventsRecorded,
  activityReceived,
  activityToAnalyze,
  activityStored,
  eventTypeChanged,
  userPointsMerged,
  userPointErased,
  segmentChanged,
  segmentDeleted,
  collectionsCounted,
  backfillPageDue,
  backfillEnded,
  importChunkApplied,
];

@Module({})
export class TrackingIngestModule {
  static register(
    { DATABASE_URL: url, SECRETS_KEY, ...given }: { DATABASE_URL: string } & SecretsConfig & Partial<TrackingSettings>,
    platform: Platform,
    erasureLog?: string,
  ): DynamicModule {
    const settings: TrackingSettings = { ...TrackingSettings.parse({}), ...given };
    return {
      module: TrackingIngestModule,
      controllers: [
        RecountCollectionsHandler,
        directoryFollower('tracking-ingest'),
        StoreActivitiesHandler,
        CountAcceptedHandler,
        topicFollower(TrackingPlans, eventTypeChanged, {
          group: 'tracking-ingest.follow-tracking-plans',
          mayStayEmpty: true,
        }),
        TrackingPlanController,
        KeepRefusalsHandler,
        RefusedActivitiesController,
        TracesController,
        LeftOutController,
        ChannelConsentController,
        ApplyImportChunkHandler,
        FlaggedPeopleController,
        PeopleController,
        UserPointsController,
        ProfilesController,
        ChoicesActionController,
        ChoicesController,
        SegmentsController,
        OlderSegmentPathsController,
        AssociationsController,
        CompartmentsController,
        LiveMembershipsController,
        AudienceSegmentsController,
        ExportsController,
        IdentityController,
        BackfillHandler,
      ],
      providers: [
        ...databaseProviders({ ...trackingDatabase, url }, platform),
        ...outboxProviders({ app: 'tracking-ingest', topics }, platform),
        ...auditProviders('tracking-ingest', platform),
        ...directoryProviders,
        { provide: SecretsKeyring, useFactory: () => new SecretsKeyring(SECRETS_KEY) },
        erasureKeyProvider(SECRETS_KEY, platform),
        ...erasureLogProviders(erasureLog, platform),
        StoreRules,
        RefusedByChoiceRepository,
        SelectionPreviews,
        ...activityProviders(settings, platform),
        ...reconciliationProviders(platform),
        CollectionsCounting,
        NamingsUpkeep,
        { provide: SETTINGS, useValue: settings },
        { provide: LOGGER, useValue: platform.logger },
        { provide: Metrics, useValue: platform.metrics },
        ImportBatchesRepository,
        TrackingPlans,
        TrackingPlanRepository,
        EventTypesRepository,
        ObservationUpkeep,
        RefusedActivitiesRepository,
        TracesRepository,
        LeftOutRepository,
        UserPointsRepository,
        PeopleRepository,
        UserActivitiesRepository,
        ProfilesRepository,
        ChoicesRepository,
        AssociationsRepository,
        CompartmentsRepository,
        LiveMembershipsRepository,
        AudienceSegmentsRepository,
        SegmentsRepository,
        SegmentUpkeep,
        FlaggedPeopleRepository,
        FlagUpkeep,
        ...exportProviders(platform),
        RulesMigration,
      ],
    };
  }
}
