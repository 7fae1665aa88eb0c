import type { Provider } from '@nestjs/common';
import type { Platform } from '@tributary/runtime/platform';
import { DirectoryStore } from '@tributary/security/directory.store';
import { DataSource } from 'typeorm';
import { ErasureKey } from '../identity/erasure-key.js';
import { RulesMigration } from './rules-migration.js';

export const rulesMigrationProviders = ({ logger, metrics }: Platform): Provider[] => [
  {
    provide: RulesMigration,
    useFactory: (dataSource: DataSource, directory: DirectoryStore, erasureKey: ErasureKey) =>
      new RulesMigration({ dataSource, directory, erasureKey, logger, metrics }),
    inject: [DataSource, DirectoryStore, ErasureKey],
  },
];
