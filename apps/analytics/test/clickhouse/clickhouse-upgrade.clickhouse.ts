import { expect, it } from '@jest/globals';
import { aMessage, anActivity } from '../messages.js';
import { withClickHouse } from './clickhouse-databases.js';
import { openClickHouseStore } from './clickhouse-stores.js';

const { newDatabase } = withClickHouse();

it('counts the facts of the version before bots, and those that its processes still insert, as those of people', async () => {
  const options = newDatabase();
  const before = await openClickHouseStore(options);
  await before.store.storeActivities([aMessage({ activities: [anActivity()] })]);
  await before.connection.command('alter table facts drop column is_bot');
  await before.connection.command('truncate table migrations');
  await before.connection.insert('migrations', [{ version: 1 }]);
  const after = await openClickHouseStore(options);
  await after.store.storeActivities([aMessage({ activities: [anActivity({ is_bot: true }), anActivity()] })]);
  const [row] = await after.connection.rows<object>('select * except (is_bot) from facts limit 1');
  await after.connection.insert('facts', [{ ...row, activity_id: anActivity().activity_id }]);
  expect(
    await after.connection.rows(
      'select is_bot, toUInt8(count()) as facts from facts final group by is_bot order by is_bot',
    ),
  ).toEqual([
    { is_bot: false, facts: 3 },
    { is_bot: true, facts: 1 },
  ]);
  await before.close();
  await after.close();
});
