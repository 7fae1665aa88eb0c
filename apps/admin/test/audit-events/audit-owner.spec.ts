import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startPostgres, type TestPostgres } from '@tributary/testing/postgres/postgres';
import { migrate } from '@tributary/database/migrate';
import { Client } from 'pg';
import { auditSchema } from '../../src/audit-events/audit-tables.js';
import { adminDatabase } from '../../src/database.js';

let postgres: TestPostgres;
let superuser: Client;
let rolesScript: string;
/** The connection of an app with a user of its own. */
let ownUrl: string;

beforeAll(async () => {
  rolesScript = await readFile(new URL('../../../../deploy/postgres/roles.sh', import.meta.url), 'utf8');
  postgres = await startPostgres();
  superuser = new Client({ connectionString: postgres.url });
  await superuser.connect();
  await superuser.query(`
    revoke all on database ${new URL(postgres.url).pathname.slice(1)} from public;
    do $$ begin
      if not exists (select from pg_roles where rolname = 'tributary_admin') then create role tributary_admin; end if;
    end $$;
    alter role tributary_admin login password 'own';
    grant connect on database ${new URL(postgres.url).pathname.slice(1)} to tributary_admin;
    create schema admin authorization tributary_admin`);
  const url = new URL(postgres.url);
  url.username = 'tributary_admin';
  url.password = 'own';
  ownUrl = url.href;
});
afterAll(async () => {
  await superuser.end();
  await postgres.stop();
});

describe('the audit of an installation whose apps have users of their own', () => {
  it('cannot be migrated before roles.sh has run', async () => {
    await expect(migrate({ ...adminDatabase, url: ownUrl })).rejects.toThrow('run deploy/postgres/roles.sh again');
  });

  it('belongs to the superuser of roles.sh, which has the same statements', async () => {
    expect(rolesScript).toContain(auditSchema.statements.trim());
    const [, sql = ''] = /\n(create schema if not exists audit_setup;\n.*?)\nSQL\n/s.exec(
      rolesScript.slice(rolesScript.indexOf('# The audit')),
    ) ?? [undefined];
    // Twice, as an operator may.
    for (let run = 0; run < 2; run += 1) await superuser.query(sql);
    for (let run = 0; run < 2; run += 1) await migrate({ ...adminDatabase, url: ownUrl });
    const { rows } = await superuser.query<{ owner: string; partitions: number }>(
      `select relowner::regrole::text as owner,
         (select count(*)::int from pg_inherits where inhparent = pg_class.oid) as partitions
       from pg_class where oid = 'audit.events'::regclass`,
    );
    expect(rows[0]?.owner).not.toBe('tributary_admin');
    expect(rows[0]?.partitions).toBe(5);
  });

  it('can be written by admin, and neither changed, deleted nor dropped', async () => {
    const own = new Client({ connectionString: ownUrl });
    await own.connect();
    await own.query(
      `insert into audit.events (id, ts, user_id, credential_id, credential_kind, action, resource, resource_id, request_id)
       values (gen_random_uuid(), 1, '1', '1', 'API_TOKEN', 'READ', 'x', '1', 'r')`,
    );
    for (const statement of ['update audit.events set ts = 2', 'delete from audit.events', 'drop schema audit cascade'])
      await expect(own.query(statement)).rejects.toThrow(/permission denied|must be owner/);
    await own.end();
  });

  it('loses only what ended 13 months ago', async () => {
    const months = (ago: number) => `extract(epoch from now() - interval '${ago} months') * 1000`;
    await superuser.query(`
      create table audit.events_200001 partition of audit.events for values from (946684800000) to (949363200000);
      insert into audit.events (id, ts, user_id, credential_id, credential_kind, action, resource, resource_id, request_id)
      select gen_random_uuid(), ts, '1', '1', 'API_TOKEN', 'READ', 'kept', '1', 'r'
      from (values (946684800000), (${months(12)}), (${months(14)}), (${months(0)})) given (ts)`);
    await superuser.query('select audit.keep()');
    const { rows } = await superuser.query("select ts from audit.events where resource = 'kept' order by ts");
    expect(rows).toHaveLength(2);
    const parts = await superuser.query("select to_regclass('audit.events_200001') as part");
    expect(parts.rows).toEqual([{ part: null }]);
  });
});
