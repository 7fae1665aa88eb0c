import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEvent } from '@tributary/contracts/audit/audit-event';
import fc from 'fast-check';
import { BootedAdmin, type Fields } from '../booted-admin.js';

let admin: BootedAdmin;
beforeAll(async () => (admin = await BootedAdmin.boot()));
afterAll(() => admin.stop());

type Step =
  | { do: 'create' | 'createInvalid' | 'createRolledBack' | 'kill' }
  | { do: 'update' | 'updateInvalid' | 'delete' | 'updateKilled'; which: number };

const which = fc.nat(5);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom('create', 'createInvalid', 'createRolledBack', 'kill').map((name) => ({ do: name })),
  fc.record({ do: fc.constantFrom('update', 'updateInvalid', 'delete', 'updateKilled'), which }),
) as fc.Arbitrary<Step>;

const keys = '/datamarts/1/collect_keys';

/** The database refuses every insert of this name when the transaction commits: all before it is rolled back. */
const refuseAtCommit = `
  set search_path to admin;
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
  create constraint trigger refused after insert or update on collect_keys deferrable initially deferred
    for each row when (new.name = 'refused at the commit') execute function refuse()`;

/** Runs the steps, and returns the events that the writes that were answered 200 must have. */
async function run(steps: readonly Step[]): Promise<string[]> {
  const ids: string[] = [];
  const written: string[] = [];
  const send = async (action: string, id: string, [method, body]: [string, Fields?]) => {
    const { status, body: answer } = await admin.call('editor', method, id === '' ? keys : `${keys}/${id}`, body);
    const created = (answer.data as { id?: string } | undefined)?.id;
    if (status === 200) written.push(`${action} ${id === '' ? created : id}`);
    if (status === 200 && id === '') ids.push(created ?? '');
  };
  const one = (index: number) => ids[index % Math.max(ids.length, 1)] ?? '987654';
  for (const now of steps)
    switch (now.do) {
      case 'create':
        await send('CREATE', '', ['POST', { name: 'a' }]);
        break;
      case 'createInvalid':
        await send('CREATE', '', ['POST', { name: '' }]);
        break;
      case 'createRolledBack':
        await send('CREATE', '', ['POST', { name: 'refused at the commit' }]);
        break;
      case 'update':
        await send('UPDATE', one(now.which), ['PUT', { name: 'b' }]);
        break;
      case 'updateInvalid':
        await send('UPDATE', one(now.which), ['PUT', { name: 'c', max_qps: -1 }]);
        break;
      case 'updateKilled':
        await send('UPDATE', one(now.which), ['PUT', { name: 'refused at the commit' }]);
        break;
      case 'delete':
        await send('DELETE', one(now.which), ['DELETE']);
        break;
      case 'kill':
        await admin.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tributary-admin' and pid <> pg_backend_pid()",
        );
    }
  return written;
}

async function recorded(): Promise<string[]> {
  const rows = await admin.query<Pick<AuditEvent, 'action' | 'resource_id'>>(
    "select action, resource_id from audit.events where resource = 'collect_key'",
  );
  return rows.map(({ action, resource_id }) => `${action} ${resource_id}`).sort();
}

describe('events of the audit', () => {
  const runs = { numRuns: 12, endOnFailure: true };
  let before: string[];

  it('are those of the writes that succeed, with any failures between', async () => {
    await admin.query(refuseAtCommit);
    before = [];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        before = [...before, ...(await run(steps))].sort();
        expect(await recorded()).toEqual(before);
      }),
      runs,
    );
    expect(before.length).toBeGreaterThan(5);
  });

  it('(control) are missed without the trigger of the table', async () => {
    await admin.query('alter table admin.collect_keys disable trigger captured');
    const written = await run([{ do: 'create' }]);
    expect(written).toHaveLength(1);
    expect(await recorded()).toEqual(before);
  });
});
