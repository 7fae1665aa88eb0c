import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import { ApiError, unavailable } from '@tributary/contracts/errors';
import { refreshRequested } from '@tributary/contracts/topics/topics';
import type { RefreshRequested } from '@tributary/contracts/warehouses/warehouse-messages';
import { WarehousesRepository } from '../warehouses/warehouses.repository.js';
import { RefreshStatesRepository } from './refresh-states.repository.js';
import { Refresher } from './refresher.js';

/** Longer than for a waiting client: an engine with one request per table may need it. */
const timeoutMs = 300_000;

/** A refresh that has ended so many processes is not started again. */
const maxAttempts = 3;

/** A slow engine holds up only the warehouses that share its partition. The scans themselves have fewer slots. */
const concurrency = 8;

/** Runs asynchronous refreshes. Their outcome, success or failure, is stored as refresh state and returned with the tree. */
@Controller()
export class RefreshMetadataHandler {
  constructor(
    private readonly warehouses: WarehousesRepository,
    private readonly refresher: Refresher,
    private readonly states: RefreshStatesRepository,
  ) {}

  @Consume(refreshRequested, {
    group: 'warehouse-metadata.refresh-metadata',
    maxBatch: 1,
    concurrency,
    inProcessConcurrency: concurrency,
  })
  async handle(@Payload() batch: Received<RefreshRequested>[]): Promise<Rejection[]> {
    for (const { value } of batch) await this.refresh(value);
    return [];
  }

  private async refresh(requested: RefreshRequested): Promise<void> {
    const warehouse = await this.warehouses.find(requested.datawarehouse_id);
    const attempts = warehouse && (await this.states.start(requested));
    if (!warehouse || attempts === undefined) return;
    if (attempts > maxAttempts)
      return this.states.finish(requested, `The refresh has ended its process ${maxAttempts} times`);
    const error = await this.refresher.refresh(warehouse, timeoutMs).then(
      () => undefined,
      (error: Error) => error,
    );
    // Not a failure of the refresh: the next consumer of the message starts it again.
    if (error !== undefined && this.refresher.isShuttingDown) {
      await this.states.handOver(requested);
      throw unavailable('The service is stopping', error);
    }
    await this.states.finish(requested, error === undefined ? undefined : messageOf(error));
    if (error !== undefined && !(error instanceof ApiError)) throw error;
  }
}

const messageOf = (error: Error) => (error instanceof ApiError ? error.message : 'Internal error');
