import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import type { Bus } from '@tributary/bus/bus';
import { factTopics } from '@tributary/contracts/topics/topics';
import { watchDisk } from '@tributary/runtime/metrics/disk-metrics';
import type { Platform } from '@tributary/runtime/platform';
import { directoryFollower, directoryProviders } from '@tributary/security/directory.providers';
import { CollectionsController } from './collections/collections.controller.js';
import { factsFile, type AnalyticsConfig } from './config.js';
import { DuckDbFactStore } from './duckdb/duckdb-fact.store.js';
import { BackfillRequester } from './facts/backfill-requester.js';
import { addFactMetrics } from './facts/fact-metrics.js';
import { FactStore } from './facts/fact.store.js';
import { STANDS_BY } from './facts/sole-owner.guard.js';
import { StoreFactsHandler } from './facts/store-facts.handler.js';
import { ReportsController } from './reports/reports.controller.js';

/** A page of charts requests about ten reports at once. */
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
      health.add({ name: 'sole owner of facts', check: bus.isSoleOwner });
      followPositions(bus, facts);
      addFactMetrics(metrics, facts, bus.isSoleOwner);
      watchDisk(metrics, 'analytics', config.DATA_DIR);
      return facts;
    };
    return {
      module: AnalyticsModule,
      controllers: [ReportsController, CollectionsController, StoreFactsHandler, directoryFollower('analytics')],
      providers: [
        { provide: FactStore, useFactory: openStore },
        {
          provide: BackfillRequester,
          useFactory: (facts: FactStore) => new BackfillRequester(facts, bus, logger),
          inject: [FactStore],
        },
        { provide: STANDS_BY, useValue: bus.standsBy },
        ...directoryProviders,
      ],
    };
  }

  /** Runs after HTTP and all consumers have stopped. */
  async onApplicationShutdown(): Promise<void> {
    await this.facts.close();
  }
}

/** Dead letters do not count as missing messages; missing ones are noticed even if no message follows. */
function followPositions(bus: Bus, facts: FactStore): void {
  for (const topic of factTopics) {
    bus.onDeadLetters(topic, (messages) => facts.pass(messages));
    bus.onResume(topic, (partitions) => facts.resume(topic.name, partitions));
  }
}
