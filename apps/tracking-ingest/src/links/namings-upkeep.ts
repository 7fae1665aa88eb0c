import { Inject, Injectable } from '@nestjs/common';
import { transaction } from '@tributary/database/transaction';
import { LOGGER, type Logger } from '@tributary/runtime/logger';
import { Upkeep } from '@tributary/runtime/repeater';
import { DataSource } from 'typeorm';
import { addUpNamings, findCollectedNamings } from './add-up-namings.js';

const everyMs = 120_000;
/** A visit names the same identifiers again and again: those of this time are added up at once. Reads see them before. */
const collectMs = 600_000;

/** Adds up how often identifiers were named together. All processes may do it at once. */
@Injectable()
export class NamingsUpkeep extends Upkeep {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    super();
    const onError = (err: unknown) =>
      logger.warn({ err }, 'cannot add up how often identifiers were named together, will retry');
    this.repeat(() => this.run(), { everyMs, onError });
  }

  async run(now = Date.now()): Promise<void> {
    const { dataSource } = this;
    const collected = await transaction(dataSource, (client) => findCollectedNamings(client, now - collectMs));
    for (const datamart_id of collected)
      while (await transaction(dataSource, (client) => addUpNamings(client, datamart_id)));
  }
}
