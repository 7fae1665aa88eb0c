import { Injectable } from '@nestjs/common';
import { untilPublished } from '@tributary/bus/outbox/until-published';
import { writeEntities } from '@tributary/database/entities';
import { DirectoryStore } from '@tributary/security/directory.store';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessEvents } from './access-events.js';

/** Changes to users, credentials, organisations and datamarts. Other apps learn of them through a transactional outbox. */
@Injectable()
export class AccessChanges {
  constructor(
    private readonly dataSource: DataSource,
    private readonly directory: DirectoryStore,
  ) {}

  /**
   * Writes the change and its events in one transaction. Resolves when the events are published, so that the gateways
   * usually know a change before its response is sent, or after two seconds at most. Work on an existing row must lock it:
   * only then is a higher version a later state.
   */
  async make<T>(work: (manager: EntityManager, events: AccessEvents) => Promise<T>): Promise<T> {
    let events: AccessEvents | undefined;
    const result = await writeEntities(this.dataSource, (manager) =>
      work(manager, (events = new AccessEvents(manager))),
    );
    // This process applies the change directly, the others when they consume the event.
    for (const entry of events?.directory ?? []) this.directory.apply(entry);
    await untilPublished(this.dataSource, events?.messageIds ?? []);
    return result;
  }
}
