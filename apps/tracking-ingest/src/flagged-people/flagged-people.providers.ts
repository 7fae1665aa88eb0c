import type { Provider } from '@nestjs/common';
import type { Platform } from '@tributary/runtime/platform';
import { DirectoryStore } from '@tributary/security/directory.store';
import { DataSource } from 'typeorm';
import { FlagUpkeep } from './flag-upkeep.js';
import { FlaggedPeopleRepository } from './flagged-people.repository.js';

export const flaggedPeopleProviders = ({ logger, metrics }: Platform): Provider[] => [
  FlaggedPeopleRepository,
  {
    provide: FlagUpkeep,
    useFactory: (dataSource: DataSource, directory: DirectoryStore) => {
      const onError = (error: unknown) =>
        logger.warn({ err: error }, 'the flags of people were not judged, will retry');
      return new FlagUpkeep({ dataSource, directory, metrics, onError });
    },
    inject: [DataSource, DirectoryStore],
  },
];
