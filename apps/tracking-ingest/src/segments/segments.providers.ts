import type { Provider } from '@nestjs/common';
import type { Platform } from '@tributary/runtime/platform';
import { DataSource } from 'typeorm';
import { SegmentUpkeep } from './segment-upkeep.js';
import { SegmentsRepository } from './segments.repository.js';

export const segmentProviders = ({ logger, metrics }: Platform): Provider[] => [
  SegmentsRepository,
  {
    provide: SegmentUpkeep,
    useFactory: (dataSource: DataSource) => {
      const onError = (error: unknown) => logger.warn({ err: error }, 'the upkeep of segments failed, will retry');
      return new SegmentUpkeep({ dataSource, metrics, onError });
    },
    inject: [DataSource],
  },
];
