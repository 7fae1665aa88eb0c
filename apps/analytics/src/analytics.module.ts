import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { watchDisk } from '@tributary/runtime/disk-metrics';
import type { Platform } from '@tributary/runtime/platform';
import { directoryFollower, directoryProviders } from '@tributary/security/directory.providers';
import { CollectionsController } from './collections/collections.controller.js';
import { factsFile, type AnalyticsConfig } from './config.js';
import { DuckDbFactStore } from './duckdb/duckdb-fact.store.js';
import { FactStore } from './facts/fact.store.js';
import { FactsRequester } from './facts/facts-requester.js';
import { StoreFactsHandler } from './facts/store-facts.handler.js';
import { watchFacts } from './facts/watch-facts.js';
import { ReportsController } from './reports/reports.controller.js';

/** A page of charts asks for about ten reports at once. */
const readerLimits = { readers: 2, maxWaiting: 100, maxWaitingPerTenant: 40, timeoutMs: 10_000 };

@Module({})
export class AnalyticsModule implements OnApplicationShutdown {
  constructor(private readonly facts: FactStore) {}

  static register(config: AnalyticsConfig, { bus, logger, health, metrics }: Platform): DynamicModule {
    const openStore = async () => {
      const facts = await DuckDbFactStore.open({
        path: factsFile(config),
        memoryLimit: config.FACTS_MEMORY_LIMIT,
        threads: config.FACTS_THREADS,
        logger,
        ...readerLimits,
      });
      health.add({ name: 'facts', check: () => facts.isOpen() });
      watchFacts(metrics, facts);
      watchDisk(metrics, 'analytics', config.DATA_DIR);
      return facts;
    };
    return {
      module: AnalyticsModule,
      controllers: [ReportsController, CollectionsController, StoreFactsHandler, directoryFollower('analytics')],
      providers: [
        { provide: FactStore, useFactory: openStore },
        {
          provide: FactsRequester,
          useFactory: (facts: FactStore) => new FactsRequester(facts, bus.publisher, logger),
          inject: [FactStore],
        },
        ...directoryProviders,
      ],
    };
  }

  /** After the last handler and request: HTTP and consumers are stopped by then. */
  async onApplicationShutdown(): Promise<void> {
    await this.facts.close();
  }
}
