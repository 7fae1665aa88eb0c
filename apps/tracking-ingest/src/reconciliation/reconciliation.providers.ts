import type { Provider } from '@nestjs/common';
import { activityReceived } from '@tributary/contracts/topics/topics';
import type { Platform } from '@tributary/runtime/platform';
import { DirectoryStore } from '@tributary/security/directory.store';
import { DataSource } from 'typeorm';
import type { TrackingSettings } from '../config.js';
import { ReconciliationRepository } from './reconciliation.repository.js';
import { ReconciliationWatch } from './reconciliation-watch.js';

export const reconciliationProviders = (
  { ANALYSIS_MAX_WAIT: analysisMaxWaitMs }: TrackingSettings,
  { bus, logger, metrics }: Platform,
): Provider[] => [
  {
    provide: ReconciliationRepository,
    useFactory: (dataSource: DataSource) => {
      const reconciliation = new ReconciliationRepository(dataSource);
      bus.onDeadLetters(activityReceived, (messages) => reconciliation.saveRejected(messages));
      return reconciliation;
    },
    inject: [DataSource],
  },
  {
    provide: ReconciliationWatch,
    useFactory: (reconciliation: ReconciliationRepository, directory: DirectoryStore) => {
      const onError = (error: unknown) =>
        logger.warn({ err: error }, 'cannot refresh the reconciliation metrics, will retry');
      return new ReconciliationWatch({ reconciliation, directory, analysisMaxWaitMs, metrics, onError });
    },
    inject: [ReconciliationRepository, DirectoryStore],
  },
];
