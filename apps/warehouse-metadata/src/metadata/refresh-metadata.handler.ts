import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import type { Received, Rejection } from '@tributary/bus/message';
import { ApiError, unavailable } from '@tributary/contracts/errors';
import { refreshRequested } from '@tributary/contracts/topics';
import type { RefreshRequested } from '@tributary/contracts/warehouse-messages';
import { WarehousesRepository } from '../warehouses/warehouses.repository.js';
import { Refresher } from './refresher.js';
import { RefreshStatesRepository } from './refresh-states.repository.js';

/** Longer than for a client that waits: engines that answer one request per table need it. */
const timeoutMs = 300_000;

/** Does the refreshes that nobody waits for. Their outcome, a failure too, is the state that the tree carries. */
@Controller()
export class RefreshMetadataHandler {
  constructor(
    private readonly warehouses: WarehousesRepository,
    private readonly refresher: Refresher,
    private readonly states: RefreshStatesRepository,
  ) {}

  @Consume(refreshRequested, { group: 'warehouse-metadata.refresh-metadata', maxBatch: 1 })
  async handle(@Payload() batch: Received<RefreshRequested>[]): Promise<Rejection[]> {
    for (const { value } of batch) await this.refresh(value);
    return [];
  }

  private async refresh(requested: RefreshRequested): Promise<void> {
    const warehouse = await this.warehouses.find(requested.datawarehouse_id);
    if (!warehouse || !(await this.states.start(requested))) return;
    const error = await this.refresher.refresh(warehouse, timeoutMs).then(
      () => undefined,
      (error: Error) => error,
    );
    // Begun anew by whoever gets the message next.
    if (error !== undefined && this.refresher.isShuttingDown) throw unavailable('The service is stopping', error);
    await this.states.finish(requested, error === undefined ? undefined : messageOf(error));
    if (error !== undefined && !(error instanceof ApiError)) throw error;
  }
}

const messageOf = (error: Error) => (error instanceof ApiError ? error.message : 'Internal error');
