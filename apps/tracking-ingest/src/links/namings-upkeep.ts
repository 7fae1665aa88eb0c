import { transaction } from '@tributary/database/transaction';
import { Upkeep } from '@tributary/runtime/repeater';
import type { DataSource } from 'typeorm';
import { addUpNamings, findPendingNamings } from './add-up-namings.js';

/** A visit names the same identifiers again and again: those of this time are added up at once. Reads see it before. */
const everyMs = 120_000;

/** Adds up how often identifiers were named together. All processes may do it at once. */
export class NamingsUpkeep extends Upkeep {
  constructor(
    private readonly dataSource: DataSource,
    onError: (error: unknown) => void,
  ) {
    super();
    this.repeat(() => this.run(), { everyMs, onError });
  }

  async run(): Promise<void> {
    const { dataSource } = this;
    for (const datamart_id of await transaction(dataSource, findPendingNamings))
      while (await transaction(dataSource, (client) => addUpNamings(client, datamart_id)));
  }
}
