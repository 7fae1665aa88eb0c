import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publisher';
import { chunkRequested } from '@tributary/contracts/topics';
import { uuid7 } from '@tributary/contracts/uuid';
import { LOGGER, type Logger } from '@tributary/runtime/logger';
import { Repeater } from '@tributary/runtime/repeater';
import { SETTINGS, type ImportSettings } from '../config.js';
import { Finisher } from './finisher.js';
import { ScheduleRepository } from './schedule.repository.js';

/** How often to look without being woken: for what other processes have done, and for lost messages. */
const everyMs = 1_000;

/** Keeps executions going: begins chunks while there is room, closes what is done. */
@Injectable()
export class Pipeline implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly scheduler: Repeater;
  private readonly closer: Repeater;
  private hasRecovered = false;

  constructor(
    private readonly schedule: ScheduleRepository,
    private readonly finisher: Finisher,
    private readonly publisher: Publisher,
    @Inject(SETTINGS) private readonly settings: ImportSettings,
    @Inject(LOGGER) logger: Logger,
  ) {
    const onError = (error: unknown) => logger.warn({ err: error }, 'imports wait for their next try');
    this.scheduler = new Repeater(() => this.requestChunks(), { everyMs, onError });
    this.closer = new Repeater(() => this.finisher.finishAll(), { everyMs, onError });
  }

  onApplicationBootstrap(): void {
    this.scheduler.start();
    this.closer.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.scheduler.stop(), this.closer.stop()]);
  }

  /** There may be something to begin, or to close. */
  wake(): void {
    this.scheduler.wake();
    this.closer.wake();
  }

  private async requestChunks(): Promise<void> {
    await this.recover();
    const { IMPORT_CHUNKS_IN_FLIGHT: total, IMPORT_CHUNKS_IN_FLIGHT_PER_EXECUTION: perExecution } = this.settings;
    const options = { room: { total, perExecution }, resendMs: this.settings.IMPORT_RESEND_MS, now: Date.now() };
    const chunks = await this.schedule.take(options);
    // That they are taken is what is stored: a message that does not arrive is sent again, as one that is lost.
    const messages = chunks.map((value) => ({ id: uuid7(), value }));
    this.publisher.publish(chunkRequested, messages).catch(() => undefined);
  }

  /** A bus without messages has lost those of before the start: the one in process always has. */
  private async recover(): Promise<void> {
    if (this.hasRecovered) return;
    if (await this.publisher.isEmpty(chunkRequested)) await this.schedule.forgetRequests();
    this.hasRecovered = true;
  }
}
