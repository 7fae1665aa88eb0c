import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEvent } from '@tributary/contracts/audit/audit-event';
import { transaction } from '@tributary/database/transaction';
import { DataSource } from 'typeorm';
import { AuditEventsRepository } from '../../src/audit-events/audit-events.repository.js';
import { BootedAdmin, expectRefusal, people, type Fields, type Who } from '../booted-admin.js';

let admin: BootedAdmin;
beforeAll(async () => (admin = await BootedAdmin.boot()));
afterAll(() => admin.stop());

const eventsOf = (organisation: string, filter = '', who: Who = 'communityAdmin') =>
  admin.data<AuditEvent[]>(who, 'GET', `/organisations/${organisation}/audit_events?max_results=500${filter}`);

/** The events that a request leaves in organisation 1. */
async function eventsAfter(request: () => Promise<unknown>): Promise<AuditEvent[]> {
  const known = new Set((await eventsOf('1')).map(({ id }) => id));
  await request();
  return (await eventsOf('1')).filter(({ id }) => !known.has(id));
}

const aUser = { organisation_id: '1', first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

describe('the audit', () => {
  it('has one event of each write, with what it changes', async () => {
    const [created] = await eventsAfter(() =>
      admin.data('admin', 'POST', '/datamarts', { organisation_id: '1', name: 'first' }),
    );
    expect(created).toMatchObject({
      action: 'CREATE',
      resource: 'datamart',
      user_id: people.admin.user_id,
      changes: { name: [null, 'first'], organisation_id: [null, '1'] },
    });
    const id = created?.resource_id ?? '';
    const updated = await eventsAfter(() => admin.data('admin', 'PUT', `/datamarts/${id}`, { name: 'second' }));
    expect(updated).toMatchObject([
      { action: 'UPDATE', resource: 'datamart', resource_id: id, changes: { name: ['first', 'second'] } },
    ]);
    expect(updated[0]?.ts).toBeGreaterThanOrEqual(created?.ts ?? Infinity);
  });

  it('has no event of a write that fails', async () => {
    const events = await eventsAfter(async () => {
      expectRefusal(await admin.call('admin', 'PUT', '/datamarts/1', { name: '' }), 'BAD_REQUEST_DATA');
      expectRefusal(await admin.call('reader', 'PUT', '/datamarts/1', { name: 'x' }), 'AUTHORIZATION_ERROR');
      expectRefusal(await admin.call('admin', 'PUT', '/dashboards/99?organisation_id=1', {}), 'BAD_REQUEST_DATA');
      expectRefusal(await admin.call('admin', 'DELETE', '/dashboards/99?organisation_id=1'), 'RESOURCE_NOT_FOUND');
      expectRefusal(await admin.call('admin', 'DELETE', '/users/2'), 'CONSTRAINT_VIOLATION_EXCEPTION');
    });
    expect(events).toEqual([]);
  });

  it('never has a secret', async () => {
    let secret = '';
    const events = await eventsAfter(async () => {
      const token = await admin.data<Fields & { value: string }>('admin', 'POST', '/users/2/api_tokens', { name: 't' });
      secret = token.value;
      await admin.data('admin', 'POST', '/users/2/message_authentication_keys', {
        key_id: 'of_an_app',
        scheme: 'HMAC_SHA256',
      });
    });
    expect(events.map(({ resource }) => resource).sort()).toEqual(['api_token', 'message_authentication_key']);
    expect(secret).not.toBe('');
    const stored = JSON.stringify(events);
    for (const hidden of [secret, secret.slice(-20), 'sha256', 'sealed']) expect(stored).not.toContain(hidden);
  });

  it('replaces the personal values of a user that is deleted', async () => {
    const { id } = await admin.data('communityAdmin', 'POST', '/users', aUser);
    await admin.data('communityAdmin', 'PUT', `/users/${id}`, { ...aUser, last_name: 'King' });
    expect(JSON.stringify(await eventsOf('1', '&resource=user'))).toContain('King');
    await admin.call('communityAdmin', 'DELETE', `/users/${id}`);
    const events = (await eventsOf('1', '&resource=user')).filter(({ resource_id }) => resource_id === id);
    const pseudonym = `deleted user ${id}`;
    expect(events).toMatchObject([
      { action: 'DELETE', changes: { email: [pseudonym, null] } },
      { action: 'UPDATE', changes: { last_name: [pseudonym, pseudonym] } },
      { action: 'CREATE', changes: { first_name: [null, pseudonym], organisation_id: [null, '1'] } },
    ]);
    const rows = await admin.query('select * from audit.events');
    expect(JSON.stringify(rows)).not.toMatch(/Lovelace|King|ada@example.com/);
  });

  it('shows an event of a community in each of its organisations, and in no other', async () => {
    await admin.data('communityAdmin', 'PUT', '/communities/1', { name: 'renamed' });
    const filter = '&resource=community';
    expect(await eventsOf('1', filter)).toMatchObject([{ changes: { name: ['one', 'renamed'] }, resource_id: '1' }]);
    expect(await eventsOf('2', filter)).toHaveLength(1);
    expect(await eventsOf('3', filter, 'outsider')).toEqual([]);
  });

  it('is filtered by time, user, action and resource, the newest first', async () => {
    await admin.data('editor', 'POST', '/datamarts/1/channels', { name: 'site', type: 'SITE', domain: 'a.example' });
    const [channel] = await eventsOf('1', '&user_id=3');
    expect(channel).toMatchObject({ resource: 'channel', user_id: '3' });
    const { ts = 0 } = channel ?? {};
    expect(await eventsOf('1', `&user_id=3&since=${ts}&until=${ts + 1}&action=CREATE&resource=channel`)).toHaveLength(
      1,
    );
    for (const other of [`&until=${ts}`, `&since=${ts + 1}`, '&action=DELETE', '&resource=datamart'])
      expect(await eventsOf('1', `&user_id=3${other}`)).toEqual([]);
    const times = (await eventsOf('1')).map((event) => event.ts);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    for (const wrong of ['action=X', 'user_id=-1', 'user_id=9223372036854775808', 'resource=a%00'])
      expectRefusal(await admin.call('admin', 'GET', `/organisations/1/audit_events?${wrong}`), 'BAD_REQUEST_DATA');
  });

  it('is for the admins of the organisation', async () => {
    for (const who of ['editor', 'reader', 'sisterAdmin', 'outsider'] as const)
      expectRefusal(await admin.call(who, 'GET', '/organisations/1/audit_events'), 'AUTHORIZATION_ERROR');
  });

  it('cannot be changed or deleted by the role of any app', async () => {
    for (const statement of [
      "update audit.events set user_id = '9'",
      'delete from audit.events',
      'truncate audit.events',
      'drop table audit.events',
      'drop schema audit cascade',
      'alter table audit.events add column x int',
    ]) {
      await admin.query('begin; set local role tributary_admin');
      await expect(admin.query(statement)).rejects.toThrow(/permission denied|must be owner/);
      await admin.query('rollback');
    }
    await expect(admin.query('select audit.forget_user(1)')).rejects.toThrow('is not deleted');
  });

  it('keeps sign-ins of known users in each of their organisations', async () => {
    await admin.data('communityAdmin', 'POST', '/users/3/user_roles', { organisation_id: '2', role: 'READER' });
    const signIn = { action: 'SIGN_IN' as const, request_id: 'r1', address: '192.0.2.7' };
    const record = (event: Parameters<AuditEventsRepository['recordSignIn']>[1]) =>
      transaction(admin.get(DataSource), (client) => admin.get(AuditEventsRepository).recordSignIn(client, event));
    await record({ ...signIn, user_id: '3', session_id: 's1' });
    await record({ ...signIn, user_id: 'unknown' });
    const expected = { user_id: '3', credential_kind: 'SESSION', credential_id: 's1', address: '192.0.2.7' };
    for (const organisation of ['1', '2'])
      expect(await eventsOf(organisation, '&action=SIGN_IN')).toMatchObject([expected]);
  });
});
