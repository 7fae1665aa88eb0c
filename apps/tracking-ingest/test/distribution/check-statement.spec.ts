import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadModule } from 'libpg-query';
import { checkStatement, type Reach } from './check-statement.js';

const tables = new Map([
  ['people', ['datamart_id', 'person_id', 'name']],
  ['visits', ['day', 'datamart_id', 'person_id']],
  ['counts', ['datamart_id', 'count']],
]);
const check = (sql: string) => checkStatement(sql, tables);
beforeAll(() => loadModule());

const batch = 'unnest($1::bigint[], $2::uuid[]) as wanted (datamart_id, person_id)';
const apart = ['people and visits are not joined by datamart_id'];

describe('a statement within datamarts', () => {
  it.each<[string, string, Reach]>([
    ['a look-up', 'select name from people where datamart_id = $1 and person_id = $2', 'one'],
    ['a constant', 'select name from people where datamart_id = 7', 'one'],
    ['a row comparison', 'select name from people p where (p.datamart_id, p.person_id) = ($1, $2)', 'one'],
    ['a join', 'select 1 from people p join visits v on p.datamart_id = v.datamart_id where p.datamart_id = $1', 'one'],
    ['a join by USING', 'select 1 from people left join visits using (datamart_id, person_id)', 'all'],
    [
      'two look-ups by one parameter',
      'select 1 from people p, visits v where p.datamart_id = $1 and v.datamart_id = $1',
      'one',
    ],
    ['a cursor', 'declare c no scroll cursor for select name from people where datamart_id = $1', 'one'],
    ['an array', 'select 1 from people where datamart_id = any($1)', 'batch'],
    ['a batch', `select 1 from ${batch} join people using (datamart_id, person_id)`, 'batch'],
    [
      'a lateral look-up',
      `select 1 from ${batch} cross join lateral (
        select from people p where (p.datamart_id, p.person_id) = (wanted.datamart_id, wanted.person_id) limit 1) found`,
      'batch',
    ],
    [
      'a correlated subquery',
      `select 1 from people p where datamart_id = $1 and not exists (
        select from visits v where (v.datamart_id, v.person_id) = (p.datamart_id, p.person_id))`,
      'one',
    ],
    [
      'NOT IN',
      'select 1 from people where datamart_id = $1 and (datamart_id, person_id) not in (select datamart_id, person_id from visits)',
      'one',
    ],
    ['the whole of a table', 'select count(*) from people', 'all'],
    [
      'a union, which joins nothing',
      `select 1 from (select datamart_id, count from counts union all select datamart_id, 1 from people) part
        where datamart_id = $1`,
      'one',
    ],
    [
      'an INSERT',
      'insert into people (name, datamart_id) values ($2, $1) on conflict (datamart_id, person_id) do nothing',
      'one',
    ],
    ['an INSERT of rows', 'insert into people (datamart_id) values ($1), ($2)', 'batch'],
    ['an INSERT without columns', 'insert into people select $1, * from unnest($2::uuid[])', 'one'],
    ['an INSERT of a batch', `insert into people (datamart_id, person_id) select * from ${batch} order by 1`, 'batch'],
    ['COPY', 'copy people (datamart_id, person_id) from stdin', 'batch'],
    [
      'a CTE that deletes and one that inserts',
      `with gone as (delete from visits where datamart_id = $1 returning *),
        sums as (select datamart_id, count(*) as count from gone group by 1)
      insert into counts select * from sums on conflict (datamart_id) do update set count = counts.count + excluded.count`,
      'one',
    ],
    [
      'an UPDATE of a batch',
      `update people p set name = '' from ${batch} where p.datamart_id = wanted.datamart_id`,
      'batch',
    ],
    [
      'a DELETE of listed rows',
      `delete from visits v using (select datamart_id, ctid as tid from visits where day < $1 limit 10) old
        where (v.datamart_id, v.ctid) = (old.datamart_id, old.tid)`,
      'all',
    ],
    [
      'a MERGE',
      `merge into counts c using (select datamart_id, count(*) as count from people where datamart_id = $1 group by 1) s
        on c.datamart_id = s.datamart_id when matched then update set count = s.count
        when not matched then insert values (s.datamart_id, s.count)`,
      'one',
    ],
    ['one of other tables', 'select 1 from outbox join elsewhere using (id)', 'none'],
    ['no query', 'begin; set local statement_timeout = 1', 'none'],
  ])('%s', (_case, sql, reach) => expect(check(sql)).toEqual({ reach, problems: [] }));
});

describe('a statement across datamarts', () => {
  it.each<[string, string, string[]?]>([
    ['a join by another column', 'select 1 from people join visits using (person_id)'],
    ['a cross join', 'select 1 from people, visits where people.datamart_id = $1'],
    ['two parameters', 'select 1 from people p, visits v where p.datamart_id = $1 and v.datamart_id = $2'],
    ['two arrays', 'select 1 from people p, visits v where p.datamart_id = any($1) and v.datamart_id = any($1)'],
    ['an alternative', 'select 1 from people p, visits v where p.datamart_id = v.datamart_id or v.person_id = $1'],
    ['an inequality', 'select 1 from people p join visits v on p.datamart_id < v.datamart_id'],
    ['an expression', 'select 1 from people p join visits v on p.datamart_id = v.datamart_id + 0'],
    ['EXISTS', 'select 1 from people p where exists (select from visits v where v.person_id = p.person_id)'],
    ['IN', 'select 1 from people where datamart_id = $1 and person_id in (select person_id from visits)'],
    [
      'a subquery in FROM',
      'select 1 from people, (select person_id from visits) seen where people.person_id = seen.person_id',
    ],
    ['a CTE', 'with seen as (select person_id from visits) select 1 from people join seen using (person_id)'],
    ['a value', 'select (select count(*) from visits v where v.person_id = p.person_id) from people p'],
    ['UPDATE FROM', 'update people p set name = $1 from visits v where v.person_id = p.person_id'],
    ['DELETE USING', 'delete from people p using visits v where v.person_id = p.person_id'],
    ['INSERT SELECT', 'insert into people (datamart_id, person_id) select $1, person_id from visits'],
    [
      'DO UPDATE',
      `insert into people values ($1, $2) on conflict (datamart_id, person_id) do update set name =
      (select max(day)::text from visits v where v.person_id = people.person_id)`,
    ],
    ['RETURNING', 'delete from people p where datamart_id = $1 returning (select count(*) from visits)'],
    [
      'rows by their position alone',
      'delete from visits where ctid = any(array(select ctid from visits where day < $1 limit 10))',
      ['visits and visits are not joined by datamart_id'],
    ],
    [
      'a CTE with itself',
      'with own as (select * from visits) select 1 from own a join own b using (person_id)',
      ['visits and visits are not joined by datamart_id'],
    ],
    [
      'MERGE',
      `merge into counts c using people p on c.count = p.person_id when matched then delete`,
      ['counts and people are not joined by datamart_id'],
    ],
    [
      'a conflict by another key',
      'insert into people values ($1, $2) on conflict (person_id) do nothing',
      ['the conflict target of people does not begin with datamart_id'],
    ],
  ])('%s', (_case, sql, problems = apart) => {
    const sorted = (names: string[]) => names.map((name) => name.replace('visits and people', 'people and visits'));
    expect(sorted(check(sql).problems)).toEqual(problems);
  });

  it('is no SQL at all', () => expect(() => check('select from where')).toThrow());
});
