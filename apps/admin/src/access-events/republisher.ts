import { Injectable } from '@nestjs/common';
import type { Outgoing } from '@tributary/bus/messages/message';
import { Publisher } from '@tributary/bus/publishing/publisher';
import type { Topic } from '@tributary/contracts/topics/topic';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { readEntities, writeEntities } from '@tributary/database/entities';
import { query } from '@tributary/database/transaction';
import { retryAtStart } from '@tributary/contracts/retry';
import { DataSource, type EntityManager } from 'typeorm';
import { toTombstone } from './access-events.js';
import { contentOf, credentialSources, directorySources, type StateSource } from './access-state.js';
import { correctAccess, type Corrections } from './correct-access.js';
import type { PublishedAccess } from './published-access.js';

/** Number of rows read and published at once. */
const chunkSize = 500;

/** Publishes credentials and the directory from the database, and revokes or corrects what the topics say otherwise. */
@Injectable()
export class Republisher {
  constructor(
    private readonly dataSource: DataSource,
    private readonly publisher: Publisher,
  ) {}

  /**
   * Makes the topics say what the database says: publishes everything, and revokes what the database does not know.
   *
   * @param published what the topics hold, read before this call
   */
  async republish(published: PublishedAccess): Promise<Corrections> {
    const correct = (manager: EntityManager) => correctAccess(manager, published);
    const corrections = await retryAtStart(() => writeEntities(this.dataSource, correct));
    const { revocations, replacedKeys, unknownEntries, deletedStates, replacedStates } = corrections;
    // Revocations come first; tombstones of replaced versions come after the newer version is there.
    await this.publishChunks(
      credentialChanged,
      revocations.map((value) => ({ id: uuid7(), value })),
    );
    await this.publishChunks(directoryChanged, unknownEntries.map(toTombstone));
    await this.publishChunks(
      directoryChanged,
      deletedStates.map((value) => ({ id: uuid7(), value })),
    );
    await this.publishDirectory();
    await this.publishChunks(directoryChanged, replacedStates.map(toTombstone));
    await this.publishCredentials();
    await this.publishChunks(credentialChanged, replacedKeys.map(toTombstone));
    return corrections;
  }

  /**
   * Fills topics that are empty (in-process topics always are at the start), whose republication was interrupted, or whose
   * entries an older version has published, with less content.
   */
  async fillEmptyTopics(): Promise<void> {
    if (await this.isIncomplete(directoryChanged)) await this.publishDirectory();
    if (await this.isIncomplete(credentialChanged)) await this.publishCredentials();
  }

  private async publishChunks<T>(topic: Topic<T>, messages: Outgoing<NoInfer<T>>[]): Promise<void> {
    for (let next = 0; next < messages.length; next += chunkSize)
      await retryAtStart(() => this.publisher.publish(topic, messages.slice(next, next + chunkSize)));
  }

  private publishDirectory = () => this.publishAll(directoryChanged, Object.values(directorySources));
  private publishCredentials = () => this.publishAll(credentialChanged, Object.values(credentialSources));

  private async isIncomplete<T>(topic: Topic<T>): Promise<boolean> {
    if (await retryAtStart(() => this.publisher.isEmpty(topic))) return true;
    const complete = `select from published_topics where topic = $1 and content >= $2
      and not exists (select from unfinished_republications where topic = $1)`;
    const values = [topic.name, contentOf(topic.name)];
    return (await retryAtStart(() => query(this.dataSource, complete, values))).rowCount === 0;
  }

  /** A topic with messages may still be incomplete, so the republication is recorded until it is finished. */
  private async publishAll<T>(topic: Topic<T>, sources: StateSource<NoInfer<T>>[]): Promise<void> {
    // In a table that no older version reads: it would finish the republication, with less content.
    const begin = `insert into published_topics values ($1, 0) on conflict (topic) do update set content = 0`;
    await retryAtStart(() => query(this.dataSource, begin, [topic.name]));
    for (const source of sources) {
      let last: string | undefined = '0';
      while (last !== undefined) {
        const after: string = last;
        last = await retryAtStart(() => this.publishAfter(after, topic, source));
      }
    }
    const finish = `with finished as (delete from unfinished_republications where topic = $1)
      insert into published_topics as published values ($1, $2)
      on conflict (topic) do update set content = greatest(published.content, excluded.content)`;
    await retryAtStart(() => query(this.dataSource, finish, [topic.name, contentOf(topic.name)]));
  }

  /**
   * Publishes the next rows after `id` and returns the last id, or undefined if there were none. If a credential or state
   * changes meanwhile, its event has a higher version. Rows without versions stay locked until they are published, so that
   * the event of a change comes later.
   */
  private async publishAfter<T>(
    id: string,
    topic: Topic<T>,
    { table, isLocked, read }: StateSource<NoInfer<T>>,
  ): Promise<string | undefined> {
    const next = `select id from ${table} where id > $1 order by id limit ${chunkSize} ${isLocked ? 'for share' : ''}`;
    const readNext = async (manager: EntityManager) => {
      const ids = (await manager.query<{ id: string }[]>(next, [id])).map((row) => row.id);
      return { last: ids.at(-1), messages: (await read(manager, ids)).map((value) => ({ id: uuid7(), value })) };
    };
    if (isLocked)
      return writeEntities(this.dataSource, async (manager) => {
        const { last, messages } = await readNext(manager);
        await this.publisher.publish(topic, messages);
        return last;
      });
    const { last, messages } = await readEntities(this.dataSource, readNext);
    await this.publisher.publish(topic, messages);
    return last;
  }
}
