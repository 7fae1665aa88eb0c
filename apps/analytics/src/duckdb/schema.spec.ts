import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from '@jest/globals';
import { aMessage, anActivity } from '../../test/messages.js';
import { file, open } from '../../test/duckdb-fixture.js';

/** Brings a closed file to where the version before bots left it. */
async function takeBack(): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(`
    alter table facts drop column event_mask; drop table event_codes;
    alter table facts drop column is_bot; delete from meta where version >= 3;`);
  connection.closeSync();
  instance.closeSync();
}

it('counts the facts of the version before as those of people, and writes masks for its own', async () => {
  const before = await open();
  await before.store.storeActivities([aMessage({ activities: [anActivity()] })]);
  await before.close();
  await takeBack();
  const { store } = await open();
  await store.storeActivities([aMessage({ activities: [anActivity({ is_bot: true }), anActivity()] })]);
  const sql = `select is_bot, event_mask is null, count(*)::integer from facts group by all order by all`;
  expect(await store.query({ sql, params: [] }, ['spec'])).toEqual([
    [false, false, 1],
    [false, true, 1],
    [true, false, 1],
  ]);
});
