import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import type { Bus } from '@tributary/bus/bus';
import { factTopics } from '@tributary/contracts/topics/topics';
import { watchDisk } from '@tributary/runtime/metrics/disk-metrics';
import type { Platform } from '@tributary/runtime/platform';
import { directoryFollower, directoryProviders } from '@tributary/security/directory.providers';
import { CollectionRecounts } from './collections/collection-recounts.js';
import { CollectionsController } from './collections/collections.controller.js';
import { Maintenance } from './clickhouse-jobs/maintenance.js';
import { clickHouseAccess, type AnalyticsConfig, bytesOf, factsFile } from './config.js';
import { BackfillRequester } from './facts/backfill-requester.js';
import { addFactMetrics } from './facts/fact-metrics.js';
import { FactStore } from './facts/fact.store.js';
import { STANDS_BY } from './facts/sole-owner.guard.js';
import { storeFactsHandler } from './facts/store-facts.handler.js';
import { WatermarkController } from './reports/watermark.controller.js';
import { ReportsController } from './reports/reports.controller.js';
import type { Logger } from '@tributary/runtime/logger';
import { ClickHouseFactStore } from './clickhouse/clickhouse-fact.store.js';
import { DuckDbFactStore } from './duckdb/duckdb-fact.store.js';

@Module({})
export class AnalyticsModule implements OnApplicationShutdown {
  constructor(private readonly facts: FactStore) {}

  static register(config: AnalyticsConfig, { bus, logger, health, metrics }: Platform): DynamicModule {
    // A DuckDB file has one owner. Into ClickHouse every process writes, and every process reports from it.
    const access = clickHouseAccess(config);
    const isShared = access !== undefined;
    const open = async () => {
      const facts = await openStore(config, logger);
      health.add({ name: 'facts', check: () => facts.isOpen() });
      if (!isShared) health.add({ name: 'sole owner of facts', check: bus.isSoleOwner });
      followPositions(bus, facts);
      addFactMetrics(metrics, facts, bus.isSoleOwner);
      if (!isShared) watchDisk(metrics, 'analytics', config.DATA_DIR);
      return facts;
    };
    return {
      module: AnalyticsModule,
      controllers: [
        ReportsController,
        WatermarkController,
        CollectionsController,
        storeFactsHandler({ isShared }),
        directoryFollower('analytics'),
      ],
      providers: [
        { provide: FactStore, useFactory: open },
        {
          provide: CollectionRecounts,
          useFactory: () =>
            new CollectionRecounts(bus.publisher, (error) =>
              logger.warn({ err: error }, 'cannot ask for new counts of collections'),
            ),
        },
        {
          provide: BackfillRequester,
          useFactory: (facts: FactStore) => new BackfillRequester(facts, bus, logger),
          inject: [FactStore],
        },
        ...(access
          ? [
              {
                provide: Maintenance,
                // After the store, which creates the tables.
                useFactory: (_facts: FactStore) => new Maintenance(access, bus.isSoleOwner, logger),
                inject: [FactStore],
              },
            ]
          : []),
        { provide: STANDS_BY, useValue: isShared ? () => false : bus.standsBy },
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

/** A page of charts requests about ten reports at once. */
const limits = { maxWaiting: 100, maxWaitingPerDatamart: 40, timeoutMs: 10_000 };
/** Reports of one process that ClickHouse computes at the same time. They occupy no threads here. */
const clickHouseReaders = 4;

function openStore(config: AnalyticsConfig, logger: Logger): Promise<FactStore> {
  const access = clickHouseAccess(config);
  const threads = config.FACTS_THREADS;
  if (access) {
    const memory = bytesOf(config.FACTS_MEMORY_LIMIT);
    return ClickHouseFactStore.open({ ...access, ...limits, readers: clickHouseReaders, memory, threads, logger });
  }
  const memoryLimit = config.FACTS_MEMORY_LIMIT;
  return DuckDbFactStore.open({ path: factsFile(config), ...limits, readers: 2, memoryLimit, threads, logger });
}
