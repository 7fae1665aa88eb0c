import type { Provider } from '@nestjs/common';
import type { Platform } from '@tributary/runtime/platform';
import { DirectoryStore } from '@tributary/security/directory.store';
import { DataSource } from 'typeorm';
import type { TrackingSettings } from '../config.js';
import { CollectionsCounting } from './collections-counting.js';

export const collectionProviders = (
  { COLLECTIONS_INTERVAL: intervalMs }: TrackingSettings,
  { logger }: Platform,
): Provider[] => [
  {
    provide: CollectionsCounting,
    useFactory: (dataSource: DataSource, directory: DirectoryStore) => {
      const onError = (error: unknown) => logger.warn({ err: error }, 'cannot count the collections, will retry');
      return new CollectionsCounting({ dataSource, directory, intervalMs, onError });
    },
    inject: [DataSource, DirectoryStore],
  },
];
