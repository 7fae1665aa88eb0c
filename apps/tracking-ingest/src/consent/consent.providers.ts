import type { Provider } from '@nestjs/common';
import { exposeShares } from '@tributary/runtime/isolation/share-metrics';
import type { Platform } from '@tributary/runtime/platform';
import { DataSource } from 'typeorm';
import { RefusedByChoiceRepository } from './refused-by-choice.repository.js';
import { SelectionPreviews } from './selection-previews.js';
import { StoreRules } from './store-rules.js';

export const consentProviders = ({ metrics }: Platform): Provider[] => [
  StoreRules,
  RefusedByChoiceRepository,
  {
    provide: SelectionPreviews,
    useFactory: (dataSource: DataSource) => {
      const previews = new SelectionPreviews(dataSource);
      exposeShares(metrics, 'selection_previews', () => previews.organisations());
      return previews;
    },
    inject: [DataSource],
  },
];
