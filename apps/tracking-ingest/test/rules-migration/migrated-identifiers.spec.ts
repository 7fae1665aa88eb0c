import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { identifierKey, reread, type Identifier } from '@tributary/contracts/tracking/identifier';
import { transaction } from '@tributary/database/transaction';
import { DirectoryStore } from '@tributary/security/directory.store';
import { eventually } from '@tributary/testing/eventually';
import fc from 'fast-check';
import { maxIdentifiers } from '../../src/identity/resolve-user-points.js';
import { parseJsonObject } from '../../src/profiles/json-value.js';
import { upsertProfiles } from '../../src/profiles/write-profiles.js';
import { printDryRun, printRulesMigration } from '../../src/rules-migration/print-rules-migration.js';
import { eraseUserPoints } from '../../src/user-points/erase-user-points.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';
import { canonical, partition } from '../user-points/union-find.js';
import {
  account,
  agent,
  countsOf,
  email,
  forget,
  migrationOn,
  peopleOf,
  progress,
  store,
} from './rules-migration-fixture.js';

let database: TrackingDatabase;
beforeAll(async () => void (database = await startTrackingDatabase()));
afterAll(() => database.stop());
beforeEach(() => forget(database));

let datamarts = 100;
const aDatamart = () => String(++datamarts);
const migrate = () => migrationOn(database).run();
const inDatamart = (datamart_id: string) => (sql: string) =>
  database.dataSource.query<Record<string, unknown>[]>(sql, [datamart_id]);

describe('people whose identifiers an older version has stored', () => {
  const texts = ['a', ' a', 'a\t', 'b', 'b ', 'A@b.c', ' a@B.c'];
  const one = fc.oneof(
    fc.constantFrom(...texts).map(agent),
    fc.constantFrom(...texts).map(email),
    fc.tuple(fc.constantFrom(...texts), fc.constantFrom('c', ' c', 'default', ' ')).map(([id, of]) => account(id, of)),
  );

  it('are those whom the rules of now would have made of the same associations', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(one, { minLength: 1, maxLength: 3 }), { maxLength: 8 }), async (groups) => {
        const datamart_id = aDatamart();
        for (const group of groups) await store(database, datamart_id, distinct(group));
        await forget(database);
        await migrate();
        const expected = partition(groups.map((group) => group.map((identifier) => identifierKey(reread(identifier)))));
        expect(canonical(await peopleOf(database, datamart_id))).toEqual(canonical(expected));
        const counts = await countsOf(database, datamart_id);
        expect(counts?.counted).toBe(counts?.stored);
      }),
      { numRuns: 40 },
    );
  });

  it('(negative control) are others without the migration', async () => {
    const datamart_id = aDatamart();
    await store(database, datamart_id, [agent(' a'), agent('b')]);
    await store(database, datamart_id, [agent('a')]);
    expect(await peopleOf(database, datamart_id)).toHaveLength(2);
    await migrate();
    expect(await peopleOf(database, datamart_id)).toHaveLength(1);
  });

  const distinct = (group: Identifier[]) => [...new Map(group.map((one) => [identifierKey(one), one])).values()];

  it('keep the time of the first identifier, and publish that they have become one', async () => {
    const datamart_id = aDatamart();
    await store(database, datamart_id, [agent(' a')]);
    await database.dataSource.query('update user_identifiers set creation_ts = 5 where datamart_id = $1', [
      datamart_id,
    ]);
    await store(database, datamart_id, [agent('a')]);
    await migrate();
    const rows = inDatamart(datamart_id);
    expect(await rows('select value, creation_ts from user_identifiers where datamart_id = $1')).toEqual([
      { value: 'a', creation_ts: '5' },
    ]);
    expect(await rows('select count(*)::int as merges from user_point_merges where datamart_id = $1')).toEqual([
      { merges: 1 },
    ]);
  });

  it('have the profiles of their accounts under the names of now', async () => {
    const datamart_id = aDatamart();
    const write = (compartment_id: string, user_account_id: string, ts: number) =>
      store(database, datamart_id, [account(user_account_id, compartment_id)], (client, user_point_id) => {
        const properties = parseJsonObject(`{"at${ts}":1,"both":${ts}}`);
        const update = { properties, strategy: 'PARTIAL_UPDATE' as const, mergeObjects: false, ts };
        return upsertProfiles(client, [{ datamart_id, user_point_id, compartment_id, user_account_id, update }], 2_000);
      });
    await write(' c', 'u ', 1_000);
    await write('c', 'u', 999);
    await migrate();
    const rows = inDatamart(datamart_id);
    expect(
      await rows('select compartment_id, user_account_id, properties from user_profiles where datamart_id = $1'),
    ).toEqual([{ compartment_id: 'c', user_account_id: 'u', properties: { at999: 1, at1000: 1, both: 1_000 } }]);
  });
});

describe('a person with as many identifiers as there may be', () => {
  const many = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => agent(`${prefix}${index}`));

  it('gets the identifier of now in place of the older one', async () => {
    const datamart_id = aDatamart();
    await store(database, datamart_id, [agent(' x'), agent('x\t'), ...many(maxIdentifiers - 2, 'g')]);
    await migrate();
    const [person = []] = await peopleOf(database, datamart_id);
    expect(person).toContain('USER_AGENT:x');
    await forget(database);
    await migrate();
    const [second = []] = await peopleOf(database, datamart_id);
    expect(second).toHaveLength(maxIdentifiers - 1);
    expect(second.filter((key) => /\s/.test(key))).toEqual([]);
  });

  it('keeps an older one that is another person’s now, and is counted', async () => {
    const datamart_id = aDatamart();
    await store(database, datamart_id, [agent(' y'), ...many(maxIdentifiers - 1, 'g')]);
    await store(database, datamart_id, [agent('y'), agent('z')]);
    await migrate();
    expect(await peopleOf(database, datamart_id)).toHaveLength(2);
    const [identifiers] = await progress(database);
    expect(identifiers).toMatchObject({ step: 'identifiers', kept: 1 });
    await database.dataSource.query('delete from user_identifiers where datamart_id = $1', [datamart_id]);
  });
});

describe('junk that is stored', () => {
  it('stays and is listed, until its person is erased', async () => {
    const datamart_id = aDatamart();
    const person = await store(database, datamart_id, [agent(' guest'), agent('00'), agent('a')]);
    await migrate();
    expect((await peopleOf(database, datamart_id)).flat()).toHaveLength(3);
    const listed = async () =>
      (await printRulesMigration(database.postgres.url))
        .split('\n')
        .filter((line) => line.startsWith(`${datamart_id}\t`));
    expect(await listed()).toEqual([
      `${datamart_id}\tUSER_AGENT\t""\t" guest"\t${person}`,
      `${datamart_id}\tUSER_AGENT\t""\t"00"\t${person}`,
    ]);
    await database.dataSource.query('delete from user_identifiers where datamart_id = $1', [datamart_id]);
    expect(await listed()).toEqual([]);
  });

  it('is none if the datamart has taken its word out of the list, also if it was listed before', async () => {
    const datamart_id = aDatamart();
    const directory = new DirectoryStore();
    directory.apply({ kind: 'datamart', id: datamart_id, organisation_id: '1', junk_exceptions: ['guest'] });
    await store(database, datamart_id, [agent('guest'), agent(' Guest'), agent('00')]);
    await migrate();
    const listed = () => inDatamart(datamart_id)('select from stored_junk where datamart_id = $1');
    expect(await listed()).toHaveLength(3);
    await forget(database);
    await migrationOn(database, directory).run();
    expect(await listed()).toHaveLength(1);
    expect((await peopleOf(database, datamart_id)).flat().sort()).toEqual([
      'USER_AGENT:00',
      'USER_AGENT:Guest',
      'USER_AGENT:guest',
    ]);
  });
});

describe('a person who was erased under the name of now', () => {
  const erase = (datamart_id: string, identifier: Identifier) =>
    transaction(database.dataSource, (client) => eraseUserPoints(client, datamart_id, [{ identifier }], Date.now()));

  it('is erased with what an older spelling kept, and does not come back', async () => {
    const datamart_id = aDatamart();
    await store(database, datamart_id, [agent(' a'), agent('b')]);
    await store(database, datamart_id, [agent('a')]);
    await erase(datamart_id, agent('a'));
    await migrate();
    expect(await peopleOf(database, datamart_id)).toEqual([]);
    const counts = await countsOf(database, datamart_id);
    expect(counts?.counted).toBe(counts?.stored);
  });

  it('(control) stays if the older spelling came in afterwards', async () => {
    const datamart_id = aDatamart();
    await erase(datamart_id, agent('a'));
    const erasedBy = Date.now();
    await eventually(() => expect(Date.now()).toBeGreaterThan(erasedBy));
    await store(database, datamart_id, [agent(' a'), agent('b')]);
    await migrate();
    expect(canonical(await peopleOf(database, datamart_id))).toEqual([['USER_AGENT:a', 'USER_AGENT:b']]);
  });
});

describe('the migration', () => {
  /** More than a page. */
  const insertMany = (datamart_id: string, count: number) =>
    database.dataSource.query(
      `with people as (
          select gen_random_uuid() as id, n from generate_series(1, $2::int) n),
        points as (insert into user_points (datamart_id, user_point_id, creation_ts) select $1, id, 1 from people)
        insert into user_identifiers (datamart_id, type, compartment_id, value, user_point_id, creation_ts, identifier_id)
          select $1, 'USER_AGENT', '', ' m' || n, id, 1,
            left(encode(sha256(convert_to($1 || '|USER_AGENT: m' || n, 'UTF8')), 'hex'), 32)::uuid
          from people`,
      [datamart_id, count],
    );

  it('goes on behind a row that cannot be changed, and leaves that one', async () => {
    const datamart_id = aDatamart();
    await insertMany(datamart_id, 1_300);
    await database.dataSource.query(`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'too much' using errcode = 'query_canceled'; end $$;
      create trigger refuse before delete on user_identifiers for each row
        when (old.datamart_id = ${datamart_id} and old.value = ' m77') execute function refuse()`);
    await migrate();
    await database.dataSource.query('drop trigger refuse on user_identifiers; drop function refuse()');
    const people = await peopleOf(database, datamart_id);
    expect(people.flat().filter((key) => /:\s/.test(key))).toEqual(['USER_AGENT: m77']);
    expect(await progress(database)).toMatchObject([
      { changed: 1_299, kept: 1, passes: 1 },
      { step: 'times', passes: 1 },
    ]);
    await database.dataSource.query('delete from user_identifiers where datamart_id = $1', [datamart_id]);
  });

  it('changes each row once when several processes take turns, and ends', async () => {
    const datamart_id = aDatamart();
    await insertMany(datamart_id, 3_500);
    await Promise.all([migrate(), migrate(), migrate()]);
    await migrate();
    const people = await peopleOf(database, datamart_id);
    expect(people.flat().filter((key) => /:\s/.test(key))).toEqual([]);
    expect(people).toHaveLength(3_500);
    const [identifiers] = await progress(database);
    expect(identifiers).toMatchObject({ changed: 3_500, merged: 0, kept: 0, passes: 1 });
  });

  it('reads everything again a day later, for what processes of the older version have written meanwhile', async () => {
    const datamart_id = aDatamart();
    await migrate();
    await store(database, datamart_id, [agent(' late')]);
    await migrate();
    expect(await peopleOf(database, datamart_id)).toEqual([['USER_AGENT: late']]);
    await migrationOn(database).run(() => Date.now() + 86_400_000);
    expect(await peopleOf(database, datamart_id)).toEqual([['USER_AGENT:late']]);
    await store(database, datamart_id, [agent(' later')]);
    await migrationOn(database).run(() => Date.now() + 10 * 86_400_000);
    expect((await peopleOf(database, datamart_id)).flat()).toContain('USER_AGENT: later');
  });

  it('says before what it would do, and does nothing then', async () => {
    const datamart_id = aDatamart();
    await migrate();
    await forget(database);
    await insertMany(datamart_id, 1_200);
    await store(database, datamart_id, [agent('m7'), agent('null')]);
    const everything = () =>
      inDatamart(datamart_id)('select * from user_identifiers where datamart_id = $1 order by value');
    const before = await everything();
    const [header, identifiers] = (await printDryRun(database.postgres.url, Date.now())).split('\n');
    expect(await everything()).toEqual(before);
    expect(header).toBe('step\tread\tchanged\tmerged\tkept\tjunk');
    await migrate();
    const [done] = await progress(database);
    const [step, , changed, merged, kept] = identifiers?.split('\t') ?? [];
    expect([step, changed, merged, kept]).toEqual(['identifiers', '1200', '1', '0']);
    expect(done).toMatchObject({ changed: 1_200, merged: 1, kept: 0 });
  });
});
