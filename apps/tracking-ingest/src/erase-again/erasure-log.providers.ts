import type { Provider } from '@nestjs/common';
import { retryAtStart } from '@tributary/contracts/retry';
import type { Platform } from '@tributary/runtime/platform';
import { DataSource } from 'typeorm';
import { ErasureKey } from '../identity/erasure-key.js';
import { ErasureLog } from '../erasure-log/erasure-log.js';
import { eraseLogged } from './erase-logged.js';

/** @param file of the embedded product; without it there is no log: the broker, and a copy by operators, remember erasures */
export const erasureLogProviders = (file: string | undefined, { logger }: Platform): Provider[] => [
  {
    provide: ErasureLog,
    useFactory: async (dataSource: DataSource, erasureKey: ErasureKey) => {
      if (file === undefined || !erasureKey.isOpen) return undefined;
      const onError = (err: unknown) => logger.warn({ err }, 'erasures cannot be written to their file yet');
      const log = new ErasureLog(file, erasureKey, dataSource, onError);
      // Before the consumers start: activities of before an erasure must find it.
      const catchUp = async () => {
        await log.catchUp(dataSource);
        return eraseLogged(dataSource, erasureKey, file);
      };
      const { people } = await retryAtStart(catchUp);
      if (people > 0) logger.warn({ people }, 'people of a restored database were erased again');
      return log;
    },
    inject: [DataSource, ErasureKey],
  },
];
