import { randomUUID } from 'node:crypto';
import { ClickHouseConnection } from '../../src/clickhouse/clickhouse-connection.js';
import { ClickHouseFactStore, type ClickHouseFactStoreOptions } from '../../src/clickhouse/clickhouse-fact.store.js';
import { currentTimeline, facts, memberships } from '../../src/clickhouse/relations.js';
import { generousLimits, recordedLogger, type TestStore } from '../stores.js';

/** The options of a store in a database of its own. */
export const clickHouseOptions = (url: string) => ({
  url,
  user: 'default',
  password: '',
  database: `spec_${randomUUID().replaceAll('-', '')}`,
});

type Options = Partial<ClickHouseFactStoreOptions> & ReturnType<typeof clickHouseOptions>;

export interface ClickHouseTestStore extends TestStore {
  /** For statements that the store has none for, such as `system stop merges`. */
  connection: ClickHouseConnection;
}

/** A store in ClickHouse. Several may be open on one database. */
export async function openClickHouseStore(options: Options): Promise<ClickHouseTestStore> {
  const { logger, logged } = recordedLogger();
  const store = await ClickHouseFactStore.open({
    memory: 512 * 1024 * 1024,
    threads: 2,
    ...generousLimits,
    ...options,
    logger,
  });
  const connection = new ClickHouseConnection(options);
  const texts = async (sql: string) => (await store.query({ sql, params: [] }, ['spec'])).flat().map(String);
  return {
    store,
    connection,
    logged,
    close: async () => {
      await store.close();
      await connection.close();
    },
    count: async () =>
      Number((await texts(`select count() from (select * from facts final where timeline = ${currentTimeline})`))[0]),
    facts: async () =>
      (
        await texts(`select toString(activity_id) || ' of ' || toString(user_point_id) from ${facts("'1'")}
          union all select toString(user_point_id) || '/' || segment_id || ' is a member'
          from ${memberships("'1'")} where is_member`)
      ).sort(),
  };
}
