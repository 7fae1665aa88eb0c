import type { Provider } from '@nestjs/common';
import { activityReceived } from '@tributary/contracts/topics';
import type { Platform } from '@tributary/runtime/platform';
import { DataSource } from 'typeorm';
import { BalanceRepository } from './balance.repository.js';
import { BalanceWatch } from './balance-watch.js';

export const balanceProviders = ({ bus, logger, metrics }: Platform): Provider[] => [
  {
    provide: BalanceRepository,
    useFactory: (dataSource: DataSource) => {
      const balance = new BalanceRepository(dataSource);
      bus.onDeadLetters(activityReceived, (messages) => balance.keepRejected(messages));
      return balance;
    },
    inject: [DataSource],
  },
  {
    provide: BalanceWatch,
    useFactory: (balance: BalanceRepository) => {
      const onError = (error: unknown) => logger.warn({ err: error }, 'the balance is added up at the next try');
      return new BalanceWatch({ balance, metrics, onError });
    },
    inject: [BalanceRepository],
  },
];
