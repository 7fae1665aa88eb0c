import type { Provider } from '@nestjs/common';
import { activityReceived } from '@tributary/contracts/topics/topics';
import type { Platform } from '@tributary/runtime/platform';
import { DataSource } from 'typeorm';
import { ReconciliationRepository } from './reconciliation.repository.js';
import { ReconciliationWatch } from './reconciliation-watch.js';

export const reconciliationProviders = ({ bus }: Platform): Provider[] => [
  {
    provide: ReconciliationRepository,
    useFactory: (dataSource: DataSource) => {
      const reconciliation = new ReconciliationRepository(dataSource);
      bus.onDeadLetters(activityReceived, (messages) => reconciliation.saveRejected(messages));
      return reconciliation;
    },
    inject: [DataSource],
  },
  ReconciliationWatch,
];
