import { createHash } from 'node:crypto';
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
const agreed: Record<string, string[]> = {
  // An older version gives no ids: its channels have their numbers, which are unique.
  'admin/11-given-channel-ids.ts': [
    'narrows: alter table channels add constraint channels_public_id unique (public_id, datamart_id)',
  ],
};

describe('a migration', () => {
  it.each(['activity-analysis', 'admin', 'import-worker', 'tracking-ingest', 'warehouse-metadata'])(
    'of %s is checked',
    (app) => expect(migrations.map(([name]) => name)).toContainEqual(expect.stringMatching(`^${app}/1-`)),
  );

  it.each(migrations)('%s removes nothing that an older version uses', (name, text) => {
    expect(findContractions(text).map(({ what, statement }) => `${what}: ${statement}`)).toEqual(agreed[name] ?? []);
  });
});

/** A migration as TypeORM runs it. */
interface Migration {
  name?: string;
  up(runner: { query(sql: string): Promise<void> }): Promise<void>;
}

/** The digest of what each of these migrations executes, by its name in the table of migrations. */
async function digestsOf(app: string, names: string[]): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const [file] of migrations.filter(([name]) => name.startsWith(`${app}/`))) {
    const module = (await import(path.join(apps, file.replace('/', '/src/migrations/')))) as Record<string, unknown>;
    for (const type of Object.values(module).filter((exported) => typeof exported === 'function')) {
      const migration = new (type as new () => Migration)();
      const name = migration.name ?? type.name;
      if (!names.includes(name)) continue;
      const statements: string[] = [];
      await migration.up({ query: (sql) => Promise.resolve(void statements.push(sql)) });
      digests[name] = digestOf(statements);
    }
  }
  return digests;
}

/** Comments and line breaks may change. */
const digestOf = (statements: string[]) =>
  createHash('sha256')
    .update(statements.map((sql) => sql.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()).join('\n'))
    .digest('hex');

// Databases exist that have run them: another baseline would be another schema under the same name.
describe('the baseline', () => {
  const file = path.join(import.meta.dirname, 'fixtures/baselines.json');
  const baselines = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;

  it.each(Object.entries(baselines))('of %s executes what it has always executed', async (app, baseline) => {
    expect(await digestsOf(app, Object.keys(baseline))).toEqual(baseline);
  });

  it('with another column has another digest, and with another comment the same (control)', () => {
    const digest = digestOf(['create table a (\n  -- why\n  b text\n)']);
    expect(digestOf(['create table a ( b text )'])).toBe(digest);
    expect(digestOf(['create table a ( b text, c text )'])).not.toBe(digest);
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
