import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { maxAheadMs } from '@tributary/contracts/tracking/write-time';
import type pg from 'pg';
import { writeChoices } from '../../src/choices/write-choices.js';
import { parseJsonObject } from '../../src/profiles/json-value.js';
import { upsertProfiles } from '../../src/profiles/write-profiles.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';
import { account, agent, forget, migrationOn, progress, store } from './rules-migration-fixture.js';

let database: TrackingDatabase;
beforeAll(async () => void (database = await startTrackingDatabase()));
afterAll(() => database.stop());

const datamart_id = '7';
const received = 1_700_000_000_000;
const year = 365 * 86_400_000;

async function migrate() {
  await forget(database);
  await migrationOn(database).run();
}

/** As an older version has written it: at the time that the client sent. */
const choose = (name: string, accepts: boolean, { at, receipt }: { at: number; receipt: number }) =>
  store(database, datamart_id, [agent(name)], (client: pg.ClientBase, user_point_id) => {
    const choice = { choice_ts: String(at), choice_acceptance_value: accepts, custom: '{}' };
    return writeChoices(client, [{ datamart_id, user_point_id, processing_id: '5', ...choice }], receipt);
  });

async function currentChoice(user_point_id: string) {
  const [row] = await database.dataSource.query<{ choice_ts: string; choice_acceptance_value: boolean }[]>(
    `select choice_ts, choice_acceptance_value from user_choices where (datamart_id, user_point_id) = ($1, $2)
      order by choice_ts desc, choice_acceptance_value limit 1`,
    [datamart_id, user_point_id],
  );
  return row;
}

it('a choice of a future time counts from its receipt: a later refusal wins', async () => {
  const person = await choose('ahead', true, { at: received + year, receipt: received });
  await choose('ahead', false, { at: received + 1_000, receipt: received + 1_000 });
  // Without the migration the acceptance stays for a year.
  expect(await currentChoice(person)).toMatchObject({ choice_acceptance_value: true });
  await migrate();
  expect(await currentChoice(person)).toEqual({ choice_ts: String(received + 1_000), choice_acceptance_value: false });
});

it.each([maxAheadMs, 0, -year])('a choice %d ms after its receipt keeps its time', async (ahead) => {
  const person = await choose(`at ${ahead}`, true, { at: received + ahead, receipt: received });
  await migrate();
  expect(await currentChoice(person)).toMatchObject({ choice_ts: String(received + ahead) });
});

const write = (name: string, properties: string, { at, receipt }: { at: number; receipt: number }) =>
  store(database, datamart_id, [account(name)], (client, user_point_id) => {
    const update = {
      properties: parseJsonObject(properties),
      strategy: 'PARTIAL_UPDATE',
      mergeObjects: true,
      ts: at,
    } as const;
    const key = { datamart_id, user_point_id, compartment_id: 'default', user_account_id: name };
    return upsertProfiles(client, [{ ...key, update }], receipt);
  });

async function profileOf(name: string) {
  const [row] = await database.dataSource.query<{ properties: unknown; last_modified_ts: string }[]>(
    'select properties, last_modified_ts from user_profiles where datamart_id = $1 and user_account_id = $2',
    [datamart_id, name],
  );
  return row;
}

it('properties of a future time count from the last write of their profile: a later write wins', async () => {
  const future = { at: received + year, receipt: received };
  await write('u', '{"city":"Rome","deep":{"a":1,"b":1.10}}', future);
  const later = { at: received + 1_000, receipt: received + 1_000 };
  await write('u', '{"city":"Oslo","deep":{"a":2}}', later);
  // Without the migration the properties stay for a year.
  expect(await profileOf('u')).toMatchObject({ properties: { city: 'Rome', deep: { a: 1 } } });
  await migrate();
  expect(await profileOf('u')).toEqual({
    properties: { city: 'Rome', deep: { a: 1, b: 1.1 } },
    last_modified_ts: String(later.receipt),
  });
  await write('u', '{"city":"Oslo","deep":{"a":2}}', { at: received + 2_000, receipt: received + 2_000 });
  expect(await profileOf('u')).toMatchObject({ properties: { city: 'Oslo', deep: { a: 2, b: 1.1 } } });
});

it('counts the people whom it has changed, and changes nothing the second time', async () => {
  const changed = async () => (await progress(database)).find(({ step }) => step === 'times')?.changed;
  const person = await choose('counted', true, { at: received + year, receipt: received });
  await migrate();
  expect(await changed()).toBe(1);
  await migrate();
  expect(await changed()).toBe(0);
  expect(await currentChoice(person)).toMatchObject({ choice_ts: String(received) });
});
