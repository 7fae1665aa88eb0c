import type { Provider } from '@nestjs/common';
import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import type { Platform } from '@tributary/runtime/platform';
import { DataSource } from 'typeorm';
import { IngestCounters } from '../activities/ingest-counters.js';
import { EventTypesRepository } from './event-types.repository.js';
import { ObservationUpkeep } from '../observed-events/observation-upkeep.js';
import { TrackingPlanRepository } from './tracking-plan.repository.js';

export const trackingPlanProviders = ({ logger }: Platform): Provider[] => [
  TrackingPlans,
  TrackingPlanRepository,
  EventTypesRepository,
  {
    provide: ObservationUpkeep,
    useFactory: (dataSource: DataSource, { events }: IngestCounters) =>
      new ObservationUpkeep(dataSource, events, (error) =>
        logger.warn({ err: error }, 'cannot save which events were seen, will retry'),
      ),
    inject: [DataSource, IngestCounters],
  },
];
