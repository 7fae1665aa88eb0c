import { Injectable } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publisher';
import type { Topic } from '@tributary/contracts/topic';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics';
import { uuid7 } from '@tributary/contracts/uuid';
import { writeEntities } from '@tributary/database/entities';
import { query } from '@tributary/database/transaction';
import { patiently } from '@tributary/runtime/patiently';
import { DataSource } from 'typeorm';
import { credentialSources, directorySources, type AccessSource } from './read-access.js';

/** Rows that are locked and published at a time. */
const chunkSize = 500;

/** Publishes what gateways and services must know from the database, where the topics do not hold it. */
@Injectable()
export class Republisher {
  constructor(
    private readonly dataSource: DataSource,
    private readonly publisher: Publisher,
  ) {}

  /** Everything, whatever the topics hold. */
  async republish(): Promise<void> {
    await this.fill(directoryChanged, directorySources);
    await this.fill(credentialChanged, credentialSources);
  }

  /** Fills a topic that is empty, as the in-process bus always is, and one that was filled in part only. */
  async fillWhatIsEmpty(): Promise<void> {
    if (await this.isIncomplete(directoryChanged)) await this.fill(directoryChanged, directorySources);
    if (await this.isIncomplete(credentialChanged)) await this.fill(credentialChanged, credentialSources);
  }

  private async isIncomplete<T>(topic: Topic<T>): Promise<boolean> {
    if (await patiently(() => this.publisher.isEmpty(topic))) return true;
    const unfinished = 'select from unfinished_republications where topic = $1';
    return (await patiently(() => query(this.dataSource, unfinished, [topic.name]))).rowCount !== 0;
  }

  /** A topic that holds something need not hold all: what has begun is noted until it is done. */
  private async fill<T>(topic: Topic<T>, sources: AccessSource<NoInfer<T>>[]): Promise<void> {
    const begin = 'insert into unfinished_republications values ($1) on conflict do nothing';
    await patiently(() => query(this.dataSource, begin, [topic.name]));
    for (const source of sources) {
      let last: string | undefined = '0';
      while (last !== undefined) {
        const after: string = last;
        last = await patiently(() => this.publishAfter(after, topic, source));
      }
    }
    const finish = 'delete from unfinished_republications where topic = $1';
    await patiently(() => query(this.dataSource, finish, [topic.name]));
  }

  /**
   * Publishes the rows behind an id and answers the last one's, undefined when there was none. They stay locked until
   * the bus has them: a change of one of them waits, so that its news come behind what is told here.
   */
  private publishAfter<T>(
    id: string,
    topic: Topic<T>,
    { table, read }: AccessSource<NoInfer<T>>,
  ): Promise<string | undefined> {
    return writeEntities(this.dataSource, async (manager) => {
      const next = `select id from ${table} where id > $1 order by id limit ${chunkSize} for share`;
      const ids = (await manager.query<{ id: string }[]>(next, [id])).map((row) => row.id);
      // Read by a statement of its own, after the lock: one that waited for the lock sees what was before.
      const values = await read(manager, ids);
      const messages = values.map((value) => ({ id: uuid7(), value }));
      await this.publisher.publish(topic, messages);
      return ids.at(-1);
    });
  }
}
