import type { Provider } from '@nestjs/common';
import type { Platform } from '@tributary/runtime/platform';
import { DataSource } from 'typeorm';
import type { TrackingSettings } from '../config.js';
import { ErasureLog } from '../erasure-log/erasure-log.js';
import { ErasureKey } from '../identity/erasure-key.js';
import { ActivitiesRepository } from './activities.repository.js';
import { ArrivalRules } from './former-ids/arrival-rules.js';
import { DayPartitions } from './day-partitions.js';
import { Housekeeping } from './housekeeping.js';
import { IngestCounters } from './ingest-counters.js';
import { LiveTraffic } from '../pace/live-traffic.js';

export const activityProviders = (settings: TrackingSettings, { logger, metrics }: Platform): Provider[] => [
  ActivitiesRepository,
  DayPartitions,
  { provide: LiveTraffic, useFactory: () => new LiveTraffic(metrics) },
  ArrivalRules,
  IngestCounters,
  {
    provide: Housekeeping,
    useFactory: (dataSource: DataSource, partitions: DayPartitions, erasureKey: ErasureKey, log?: ErasureLog) => {
      const onError = (error: unknown) =>
        logger.warn({ err: error }, 'housekeeping failed; it is retried at its next interval');
      return new Housekeeping({ dataSource, partitions, settings, erasureKey, logErasures: log?.append, onError });
    },
    inject: [DataSource, DayPartitions, ErasureKey, { token: ErasureLog, optional: true }],
  },
];
