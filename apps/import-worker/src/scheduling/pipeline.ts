import { Inject, Injectable } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publishing/publisher';
import { chunkRequested } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { LOGGER, type Logger } from '@tributary/runtime/logger';
import { type Repeater, Upkeep } from '@tributary/runtime/repeater';
import { SETTINGS, type ImportSettings } from '../config.js';
import { Finisher } from '../finishing/finisher.js';
import { ScheduleRepository } from './schedule.repository.js';

/** Polling interval when nothing wakes it: finds the work of other processes, and lost messages. */
const everyMs = 1_000;
/** While no execution is in progress. Those of this process wake it; of another one only if that ends at once. */
const idleMs = 5_000;

/** Drives the executions: requests chunks while there is capacity, and closes finished executions. */
@Injectable()
export class Pipeline extends Upkeep {
  private readonly scheduler: Repeater;
  private readonly closer: Repeater;
  private hasRecovered = false;
  private isIdle = false;

  constructor(
    private readonly schedule: ScheduleRepository,
    private readonly finisher: Finisher,
    private readonly publisher: Publisher,
    @Inject(SETTINGS) private readonly settings: ImportSettings,
    @Inject(LOGGER) logger: Logger,
  ) {
    super();
    const onError = (error: unknown) => logger.warn({ err: error }, 'scheduling imports has failed and is tried again');
    this.repeat(() => this.poll(), { everyMs: () => (this.isIdle ? idleMs : everyMs), onError });
    this.scheduler = this.repeat(() => this.requestChunks(), { onError });
    const hooks = { onClosed: () => this.closer.wake(), onError };
    this.closer = this.repeat(() => this.finisher.finishNext(hooks), { onError });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.finisher.idle();
  }

  /** Looks now: a chunk may be ready to be requested, or an execution to be closed. */
  wake(): void {
    this.scheduler.wake();
    this.closer.wake();
  }

  private async poll(): Promise<void> {
    this.isIdle = !(await this.schedule.hasWork());
    if (!this.isIdle) this.wake();
  }

  private async requestChunks(): Promise<void> {
    await this.recover();
    const { IMPORT_CHUNKS_IN_FLIGHT: total, IMPORT_CHUNKS_IN_FLIGHT_PER_EXECUTION: perExecution } = this.settings;
    const now = Date.now();
    const options = { capacity: { total, perExecution }, resendMs: this.settings.IMPORT_RESEND_MS, now };
    const chunks = await this.schedule.take(options);
    // The request is already stored. A message that is not published counts as lost and is sent again.
    const messages = chunks.map(({ organisation_id: _, ...chunk }) => ({
      id: uuid7(),
      value: { ...chunk, requested_date: now },
    }));
    this.publisher.publish(chunkRequested, messages).catch(() => undefined);
  }

  /** An empty bus has lost the messages of before the start. The in-process bus is always empty then. */
  private async recover(): Promise<void> {
    if (this.hasRecovered) return;
    if (await this.publisher.isEmpty(chunkRequested)) await this.schedule.resetRequests();
    this.hasRecovered = true;
  }
}
