import { Injectable } from '@nestjs/common';
import { untilPublished } from '@tributary/bus/until-published';
import { writeEntities } from '@tributary/database/entities';
import { DirectoryStore } from '@tributary/security/directory.store';
import { DataSource, type EntityManager } from 'typeorm';
import { News } from './news.js';

/** The way everything is changed that the rest of the platform must hear of. */
@Injectable()
export class Changes {
  constructor(
    private readonly dataSource: DataSource,
    private readonly directory: DirectoryStore,
  ) {}

  /**
   * Changes the state and tells it in one transaction. Resolves when the bus has the news, or after two seconds without:
   * who has the answer to a change can count on it. Work on a row must lock it, so that its news keep their order.
   */
  async make<T>(work: (manager: EntityManager, news: News) => Promise<T>): Promise<T> {
    let news: News | undefined;
    const result = await writeEntities(this.dataSource, (manager) => work(manager, (news = new News(manager))));
    // This process knows at once, the others hear of it.
    for (const entry of news?.directory ?? []) this.directory.apply(entry);
    await untilPublished(this.dataSource, news?.messageIds ?? []);
    return result;
  }
}
