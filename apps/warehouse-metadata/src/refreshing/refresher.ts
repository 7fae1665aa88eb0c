import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { DataWarehouse } from '@tributary/contracts/warehouses/warehouse';
import { CredentialsRepository } from '../credentials/credentials.repository.js';
import { Engines, type Scan } from '../engines/engine.js';
import { orAborted } from '../engines/or-aborted.js';
import { MetadataStore } from '../tree/metadata.store.js';
import { RefreshLeases } from './refresh-leases.js';
import { RefreshMetrics } from './refresh-metrics.js';

/** Scans engines and stores the result. */
@Injectable()
export class Refresher implements OnModuleDestroy {
  private readonly shutdown = new AbortController();

  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly engines: Engines,
    private readonly leases: RefreshLeases,
    private readonly store: MetadataStore,
    private readonly metrics: RefreshMetrics,
  ) {}

  get isShuttingDown(): boolean {
    return this.shutdown.signal.aborted;
  }

  onModuleDestroy(): void {
    this.shutdown.abort();
  }

  /** Scans the engine without storing the result. */
  async read(warehouse: DataWarehouse, timeoutMs: number): Promise<Scan> {
    const credentials = await this.credentials.open(warehouse);
    return this.scan(warehouse, credentials, this.deadline(timeoutMs));
  }

  /** Scans the engine and merges the result into the stored tree. The timeout includes waiting for another refresh. */
  refresh(warehouse: DataWarehouse, timeoutMs: number): Promise<void> {
    return this.metrics.watch(warehouse.engine_type, this.merge(warehouse, timeoutMs));
  }

  private async merge(warehouse: DataWarehouse, timeoutMs: number): Promise<void> {
    const credentials = await this.credentials.open(warehouse);
    const signal = this.deadline(timeoutMs);
    await this.leases.hold(warehouse.id, signal, async (holder) => {
      const scan = await this.scan(warehouse, credentials, signal);
      await this.store.merge(warehouse, scan, holder);
    });
  }

  private scan(warehouse: DataWarehouse, credentials: unknown, signal: AbortSignal): Promise<Scan> {
    const engine = this.engines.of(warehouse.engine_type, warehouse.organisation_id);
    return orAborted(signal, engine.scan(credentials, signal));
  }

  private deadline(timeoutMs: number): AbortSignal {
    return AbortSignal.any([this.shutdown.signal, AbortSignal.timeout(timeoutMs)]);
  }
}
