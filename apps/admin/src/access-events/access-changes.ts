import { Injectable, Logger } from '@nestjs/common';
import { insertOutbox } from '@tributary/bus/outbox/outbox';
import { untilPublished, untilTopicsPublished } from '@tributary/bus/outbox/until-published';
import { isNotFound, unavailable } from '@tributary/contracts/errors';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics/topics';
import { writeEntities } from '@tributary/database/entities';
import { DirectoryStore } from '@tributary/security/directory.store';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessEvents, toTombstone } from './access-events.js';

/** Changes to users, credentials and the directory. Other apps learn of them through a transactional outbox. */
@Injectable()
export class AccessChanges {
  private readonly logger = new Logger(AccessChanges.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly directory: DirectoryStore,
  ) {}

  /**
   * Writes the change and its events in one transaction. Resolves when the events are published, so that the gateways
   * usually know a change before its response is sent. Work on an existing row must lock it: only then is a higher version a
   * later state.
   *
   * @throws SERVICE_UNAVAILABLE after two seconds, if an earlier state is still in use: a caller who revokes a token relies on
   * the answer. What is new may come later.
   */
  async make<T>(work: (manager: EntityManager, events: AccessEvents) => Promise<T>): Promise<T> {
    let events: AccessEvents | undefined;
    const result = await writeEntities(this.dataSource, (manager) =>
      work(manager, (events = new AccessEvents(manager))),
    ).catch((error: unknown) => this.refuse(error));
    // This process applies the change directly, the others when they consume the event.
    for (const entry of events?.directory ?? []) this.directory.apply(entry);
    if (!events) return result;
    const isPublished = await this.untilPublished(events);
    if (isPublished) await this.removeStates(events.replacedStates);
    if (!isPublished && events.replacesPublished && !events.answerHasSecret) throw notInEffect();
    return result;
  }

  /** With what replaces something, also what is older: of a repeated request, the first one may have revoked tokens. */
  private untilPublished({ replacesPublished, messageIds }: AccessEvents): Promise<boolean> {
    if (replacesPublished) return untilTopicsPublished(this.dataSource, [credentialChanged, directoryChanged]);
    return untilPublished(this.dataSource, messageIds);
  }

  /**
   * A client repeats a deletion that was answered 503, and takes 404 for its end. So 404, too, is said only when what has
   * been deleted is no longer in use.
   */
  private async refuse(error: unknown): Promise<never> {
    if (isNotFound(error) && !(await untilTopicsPublished(this.dataSource, [credentialChanged, directoryChanged])))
      throw unavailable(
        'It does not exist, but may still be in use: Kafka does not take earlier changes now. Send the request again to learn when it does',
      );
    throw error;
  }

  /**
   * Not earlier: an app that starts between the tombstone of a state and the next state would know none: nothing would
   * decide about a channel, for example. Keys that stay do no harm, and a republication removes them.
   */
  private async removeStates(keys: string[]): Promise<void> {
    if (keys.length === 0) return;
    const remove = (manager: EntityManager) => insertOutbox(manager, directoryChanged, keys.map(toTombstone));
    // The change is made and published, even if the database fails now.
    await writeEntities(this.dataSource, remove).catch((error: Error) =>
      this.logger.warn(
        `${keys.length} outdated states stay in the topic of the directory: ${error.message}. ` +
          'They do no harm. `tributary admin republish` removes them.',
      ),
    );
  }
}

const notInEffect = () =>
  unavailable(
    'The change is stored, and takes effect as soon as Kafka takes it, which it does not do now. Until then services go on ' +
      'with the earlier state. A repeated PUT or DELETE is answered 200 or 404 when it is in effect',
  );
