import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findContractions } from '../src/find-contractions.js';

// An upgrade migrates while the old version runs, and it may be started again: a migration only adds (docs/operations.md).

const apps = path.join(import.meta.dirname, '../..');
const migrations = readdirSync(apps).flatMap((app) => {
  const directory = path.join(apps, app, 'src/migrations');
  try {
    return readdirSync(directory).map((file) => [`${app}/${file}`, readFileSync(path.join(directory, file), 'utf8')]);
  } catch {
    return [];
  }
}) as [name: string, text: string][];

/** Statements that were looked at, and why each of them harms no older version. */
const agreed: Record<string, string[]> = {
  // Looser than the constraint that goes with the same statement before it.
  'admin/2-credentials.ts': [
    'narrows: alter table organisations add constraint organisations_technical_name unique (community_id, technical_name)',
  ],
  // The id is unique by itself.
  'admin/3-dashboards.ts': [
    'narrows: alter table organisations add constraint organisations_of_community unique (id, community_id)',
  ],
  // Before the first version that anybody runs.
  'tracking-ingest/2-user-points.ts': ['renames: alter table activity_receipts rename column received_ts to stored_ts'],
  // The same. It also writes every identifier anew, for which storing waits.
  'tracking-ingest/7-identifier-ids.ts': [
    'makes obligatory: alter table user_identifiers alter column identifier_id set not null, drop constraint user_identifiers_pkey, add primary key (identifier_id) include (user_point_id)',
    'drops: alter table erased_identifiers drop column digest, add primary key (identifier_id)',
  ],
};

describe('a migration', () => {
  it('is one of those that are checked', () => expect(migrations.length).toBeGreaterThan(10));

  it.each(migrations)('%s takes nothing away that an older version uses', (name, text) => {
    expect(findContractions(text).map(({ what, statement }) => `${what}: ${statement}`)).toEqual(agreed[name] ?? []);
  });
});

describe('what takes something away', () => {
  it.each([
    ['drop table a', 'drops'],
    ['DROP VIEW a', 'drops'],
    ['alter table a rename column b to c', 'renames'],
    ['alter table a\n  rename to b', 'renames'],
    ['alter table a drop column b', 'drops'],
    ['alter table a add b text, drop column c', 'drops'],
    ['alter table a alter column b type text', 'changes a type'],
    ['alter table a alter b set data type text', 'changes a type'],
    ['alter table a alter column b set not null', 'makes obligatory'],
    ['alter table a add column b text not null', 'makes obligatory'],
    ['alter table a add b text not null', 'makes obligatory'],
    ['alter table a add constraint c check (b > 0)', 'narrows'],
    ['alter table a add unique (b)', 'narrows'],
    ['create unique index on a (b)', 'narrows'],
    ['delete from a where b', 'deletes rows'],
  ])('%s', (sql, what) => expect(findContractions(`runner.query(\`${sql};\`)`)).toMatchObject([{ what }]));

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
