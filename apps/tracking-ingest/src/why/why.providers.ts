import type { Provider } from '@nestjs/common';
import type { Platform } from '@tributary/runtime/platform';
import { DataSource } from 'typeorm';
import { NamingsUpkeep } from '../links/namings-upkeep.js';

export const whyProviders = ({ logger }: Platform): Provider[] => [
  {
    provide: NamingsUpkeep,
    useFactory: (dataSource: DataSource) =>
      new NamingsUpkeep(dataSource, (error) =>
        logger.warn({ err: error }, 'cannot add up how often identifiers were named together, will retry'),
      ),
    inject: [DataSource],
  },
];
