import { Inject, Injectable } from '@nestjs/common';
import { transaction } from '@tributary/database/transaction';
import { LOGGER, type Logger } from '@tributary/runtime/logger';
import { Upkeep } from '@tributary/runtime/repeater';
import { DataSource } from 'typeorm';
import { IngestCounters } from '../activities/ingest-counters.js';
import type { ObservedDatamart } from '../observed-events/observed-events.js';
import { saveObservations } from '../observed-events/save-observations.js';

/** A process that is killed loses what it has counted in this time. */
const everyMs = 2_000;

/** Saves the observed events of this process. Not in their folder, which `activities` imports. */
@Injectable()
export class ObservationUpkeep extends Upkeep {
  /** Taken, and not saved yet: while they cannot be, further ones are counted together. */
  private taken = new Map<string, ObservedDatamart>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly counters: IngestCounters,
    @Inject(LOGGER) logger: Logger,
  ) {
    super();
    const onError = (err: unknown) => logger.warn({ err }, 'cannot save which events were seen, will retry');
    this.repeat(() => this.save(), { everyMs, onError });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.save().catch(() => undefined);
  }

  async save(): Promise<void> {
    const { events } = this.counters;
    if (this.taken.size === 0) this.taken = events.take();
    for (const [datamart_id, observed] of this.taken) {
      const names = await transaction(this.dataSource, (client) => saveObservations(client, datamart_id, observed));
      this.taken.delete(datamart_id);
      events.know(datamart_id, names);
    }
  }
}
