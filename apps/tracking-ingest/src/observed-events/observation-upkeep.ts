import { transaction } from '@tributary/database/transaction';
import { Upkeep } from '@tributary/runtime/repeater';
import type { DataSource } from 'typeorm';
import type { ObservedDatamart, ObservedEvents } from './observed-events.js';
import { saveObservations } from './save-observations.js';

/** A process that is killed loses what it has counted in this time. */
const everyMs = 2_000;

/** Saves the observed events of this process. */
export class ObservationUpkeep extends Upkeep {
  /** Taken, and not saved yet: while they cannot be, further ones are counted together. */
  private taken = new Map<string, ObservedDatamart>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly events: ObservedEvents,
    onError: (error: unknown) => void,
  ) {
    super();
    this.repeat(() => this.save(), { everyMs, onError });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.save().catch(() => undefined);
  }

  async save(): Promise<void> {
    if (this.taken.size === 0) this.taken = this.events.take();
    for (const [datamart_id, observed] of this.taken) {
      const names = await transaction(this.dataSource, (client) => saveObservations(client, datamart_id, observed));
      this.taken.delete(datamart_id);
      this.events.know(datamart_id, names);
    }
  }
}
