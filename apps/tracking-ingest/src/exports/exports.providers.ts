import type { Provider } from '@nestjs/common';
import { exposeShares } from '@tributary/runtime/isolation/share-metrics';
import type { Platform } from '@tributary/runtime/platform';
import { DataSource } from 'typeorm';
import { SnapshotStreams } from './snapshot-streams.js';

export const exportProviders = ({ metrics }: Platform): Provider[] => [
  {
    provide: SnapshotStreams,
    useFactory: (dataSource: DataSource) => {
      const streams = new SnapshotStreams(dataSource);
      exposeShares(metrics, 'exports', () => streams.organisations());
      return streams;
    },
    inject: [DataSource],
  },
];
