import type { Provider } from '@nestjs/common';
import type { Platform } from '@tributary/runtime/platform';
import { DirectoryStore } from '@tributary/security/directory.store';
import { DataSource } from 'typeorm';
import { RulesMigration } from './rules-migration.js';

export const rulesMigrationProviders = ({ logger, metrics }: Platform): Provider[] => [
  {
    provide: RulesMigration,
    useFactory: (dataSource: DataSource, directory: DirectoryStore) =>
      new RulesMigration({ dataSource, directory, logger, metrics }),
    inject: [DataSource, DirectoryStore],
  },
];
