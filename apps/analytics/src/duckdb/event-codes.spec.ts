import { expect, it } from '@jest/globals';
import { aMessage, anActivity } from '../../test/messages.js';
import { open } from '../../test/duckdb-fixture.js';

const named = (...event_types: string[]) => anActivity({ event_types });
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => named(`event ${from + index}`));

const masks = `select count(event_mask)::integer, count(distinct event_mask)::integer, count(*)::integer from facts`;
const codes = 'select count(*)::integer, max(bit)::integer, count(distinct bit)::integer from event_codes';

it('gives the first 62 names of a datamart a bit each, also over restarts', async () => {
  const before = await open();
  await before.store.storeActivities([aMessage({ activities: numbered(0, 40) })]);
  await before.close();
  const { store } = await open();
  const ask = (sql: string) => store.query({ sql, params: [] }, ['spec']);
  await store.storeActivities([aMessage({ activities: numbered(30, 70) })]);
  expect(await ask(codes)).toEqual([[62, 62, 62]]);
  expect(await ask(masks)).toEqual([[72, 62, 80]]);
  await store.storeActivities([aMessage({ datamart_id: '2', activities: [named('event 69')] })]);
  expect(await ask(masks)).toEqual([[73, 62, 81]]);
  expect(await ask('select bit from event_codes where datamart_id = 2')).toEqual([[1]]);
});

it('adds no bit in a transaction that fails', async () => {
  const { store } = await open();
  const ask = (sql: string) => store.query({ sql, params: [] }, ['spec']);
  const broken = anActivity({ event_types: ['lost'], activity_id: 'no uuid' });
  await expect(store.storeActivities([aMessage({ activities: [broken] })])).rejects.toThrow();
  await store.storeActivities([aMessage({ activities: [named('kept')] })]);
  expect(await ask('select name, bit from event_codes')).toEqual([['kept', 1]]);
});
