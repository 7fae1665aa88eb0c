import type { Provider } from '@nestjs/common';
import { activityReceived } from '@tributary/contracts/topics/topics';
import type { Platform } from '@tributary/runtime/platform';
import { DataSource } from 'typeorm';
import { ReconciliationRepository } from './reconciliation.repository.js';
import { ReconciliationWatch } from './reconciliation-watch.js';

export const reconciliationProviders = ({ bus, logger, metrics }: Platform): Provider[] => [
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
    useFactory: (reconciliation: ReconciliationRepository) => {
      const onError = (error: unknown) =>
        logger.warn({ err: error }, 'cannot refresh the reconciliation metrics, will retry');
      return new ReconciliationWatch({ reconciliation, metrics, onError });
    },
    inject: [ReconciliationRepository],
  },
];
