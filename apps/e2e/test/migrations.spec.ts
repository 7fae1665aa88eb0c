import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findContractions } from '../src/deployment/find-contractions.js';

// During an upgrade the old version runs on the new schema, and may be restarted. So a migration only adds
// (docs/operations.md).

const apps = path.join(import.meta.dirname, '../..');
const migrations = readdirSync(apps).flatMap((app) => {
  const directory = path.join(apps, app, 'src/migrations');
  try {
    return readdirSync(directory).map((file) => [`${app}/${file}`, readFileSync(path.join(directory, file), 'utf8')]);
  } catch {
    return [];
  }
}) as [name: string, text: string][];

/** Reviewed statements by migration, with the reason why each does not break an older version. */
const agreed: Record<string, string[]> = {};

describe('a migration', () => {
  it.each(['activity-analysis', 'admin', 'import-worker', 'tracking-ingest', 'warehouse-metadata'])(
    'of %s is checked',
    (app) => expect(migrations.map(([name]) => name)).toContainEqual(expect.stringMatching(`^${app}/1-`)),
  );

  it.each(migrations)('%s removes nothing that an older version uses', (name, text) => {
    expect(findContractions(text).map(({ what, statement }) => `${what}: ${statement}`)).toEqual(agreed[name] ?? []);
  });
});

describe('a contraction', () => {
  it.each([
    ['drop table a', 'drops'],
    ['DROP VIEW a', 'drops'],
    ['alter table a rename column b to c', 'renames'],
    ['alter table a\n  rename to b', 'renames'],
    ['alter table a drop column b', 'drops'],
    ['alter table a add b text, drop column c', 'drops'],
    ['alter table a alter column b type text', 'changes a type'],
    ['alter table a alter b set data type text', 'changes a type'],
    ['alter table a alter column b set not null', 'makes mandatory'],
    ['alter table a add column b text not null', 'makes mandatory'],
    ['alter table a add b text not null', 'makes mandatory'],
    ['alter table a add constraint c check (b > 0)', 'narrows'],
    ['alter table a add unique (b)', 'narrows'],
    ['create unique index on a (b)', 'narrows'],
    ['delete from a where b', 'deletes rows'],
  ])('is %s', (sql, what) => expect(findContractions(`runner.query(\`${sql};\`)`)).toMatchObject([{ what }]));

  it.each([
    'create table a (b text not null)',
    'create table a (b text); alter table a add constraint c check (b > 0); create unique index d on a (b)',
    'create index on a (b)',
    'alter table a add column b text',
    "alter table a add column b text not null default ''",
    'alter table a drop constraint c',
    'alter table a alter column b drop not null',
    '-- drop table a',
    'create view a as select 1',
  ])('is not: %s', (sql) => expect(findContractions(`runner.query(\`${sql};\`)`)).toEqual([]));
});
