import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SessionAnswer } from '@tributary/contracts/admin/session';
import { newInvitationSecret } from '@tributary/contracts/admin/token-value';
import { invitationMs, type Invitation } from '@tributary/contracts/invitations/invitation';
import type { AuditEvent } from '@tributary/contracts/audit/audit-event';
import { DataSource } from 'typeorm';
import { endAllInvitations } from '../../src/invitations/open-invitation.js';
import { SessionsRepository } from '../../src/sessions/sessions.repository.js';
import { BootedAdmin, expectRefusal, people, type Fields } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

let admin: BootedAdmin;
beforeAll(async () => (admin = await BootedAdmin.boot()));
afterAll(() => admin.stop());

const path = '/organisations/1/invitations';
let invited = 0;
const newEmail = () => `invited${++invited}@example.org`;
const sha256 = (secret: string) => createHash('sha256').update(secret).digest('hex');
const secretOf = ({ link = '' }: Invitation) => link.split('#')[1] ?? '';

const invite = (fields: Fields = {}, who: Parameters<BootedAdmin['call']>[0] = 'admin') =>
  admin.data<Invitation>(who, 'POST', path, { email: newEmail(), role: 'EDITOR', ...fields });
const open = (secret: string, makes_token = true): Promise<SessionAnswer> =>
  admin
    .get(SessionsRepository)
    .answer({
      action: 'OPEN_INVITATION',
      request_id: 'r-1',
      address: '192.0.2.7',
      invitation_sha256: sha256(secret),
      makes_token,
    });
const openOnes = async () => (await admin.data<Invitation[]>('admin', 'GET', path)).map(({ id }) => id);
const signIn = (email: string) =>
  admin
    .get(SessionsRepository)
    .answer({
      action: 'SIGN_IN',
      request_id: 'r-2',
      identity: { issuer: 'https://issuer.example', subject: email, email, is_email_verified: true },
      session_sha256: sha256(newInvitationSecret()),
    });

describe('an invitation', () => {
  it('adds the user with the role, and shows its link once', async () => {
    const email = newEmail();
    const before = Date.now();
    const { link, ...invitation } = await invite({ email, first_name: 'Grace' });
    expect(link).toMatch(/^\/invitation#tbi_/);
    expect(invitation).toMatchObject({ organisation_id: '1', email, role: 'EDITOR', created_by: '2' });
    expect(invitation.expiration_ts).toBe(invitation.creation_ts + invitationMs);
    expect(invitation.creation_ts).toBeGreaterThanOrEqual(before);
    expect(await admin.data('admin', 'GET', `/users/${invitation.user_id}`)).toMatchObject({
      email,
      type: 'PERSON',
      first_name: 'Grace',
      last_name: 'example.org',
      organisation_id: '1',
    });
    expect(await admin.data('admin', 'GET', `/users/${invitation.user_id}/user_roles`)).toMatchObject([
      { organisation_id: '1', role: 'EDITOR' },
    ]);
    const listed = await admin.data<Invitation[]>('admin', 'GET', path);
    expect(listed.find(({ id }) => id === invitation.id)).toEqual(invitation);
  });

  it('keeps a digest of the secret only', async () => {
    const invitation = await invite();
    const rows = await admin.query('select * from admin.invitations where id = $1', [invitation.id]);
    expect(JSON.stringify(rows)).toContain(sha256(secretOf(invitation)));
    expect(JSON.stringify(rows)).not.toContain(secretOf(invitation));
  });

  it('makes one token of full rights, of two openings at once too', async () => {
    const invitation = await invite();
    const answers = await Promise.all([open(secretOf(invitation)), open(secretOf(invitation))]);
    const tokens = answers.flatMap(({ invitation: opened }) => opened?.api_token ?? []);
    expect(tokens).toHaveLength(1);
    const [token] = tokens;
    const published = [...FakeGateway.credentials.values()].find(
      (one) => one.kind === 'api_token' && one.id === token?.id,
    );
    expect(published).toMatchObject({ user_id: invitation.user_id, token_sha256: sha256(token?.value ?? '') });
    expect(published).not.toHaveProperty('limits');
    expect(await openOnes()).not.toContain(invitation.id);
    expect(await open(secretOf(invitation))).toEqual({});
  });

  it('stays open where its person signs in with a provider, until that has happened', async () => {
    const invitation = await invite();
    for (const _ of [1, 2]) {
      expect(await open(secretOf(invitation), false)).toEqual({ invitation: { email: invitation.email } });
    }
    expect(await signIn(invitation.email)).toEqual({ outcome: 'SIGNED_IN' });
    expect(await open(secretOf(invitation), false)).toEqual({});
  });

  it.each([
    ['a wrong one', () => Promise.resolve(newInvitationSecret())],
    [
      'a revoked one',
      async () => {
        const invitation = await invite();
        await admin.data('admin', 'DELETE', `${path}/${invitation.id}`);
        return secretOf(invitation);
      },
    ],
    [
      'an expired one',
      async () => {
        const invitation = await invite();
        await admin.query('update admin.invitations set expiration_ts = $2 where id = $1', [invitation.id, Date.now()]);
        expect(await openOnes()).not.toContain(invitation.id);
        return secretOf(invitation);
      },
    ],
    [
      'one of a deleted user',
      async () => {
        const invitation = await invite();
        await admin.data('admin', 'DELETE', `/users/${invitation.user_id}`);
        return secretOf(invitation);
      },
    ],
    [
      'one of a user whose roles have changed',
      async () => {
        const invitation = await invite();
        const [held] = await admin.data<{ id: string }[]>('admin', 'GET', `/users/${invitation.user_id}/user_roles`);
        await admin.data('admin', 'PUT', `/users/${invitation.user_id}/user_roles/${held?.id}`, { role: 'READER' });
        return secretOf(invitation);
      },
    ],
    [
      'one that another has replaced',
      async () => {
        const invitation = await invite();
        const next = await invite({ email: invitation.email.toUpperCase() });
        expect(next).toMatchObject({ id: invitation.id, user_id: invitation.user_id });
        // Control: the new link works.
        expect((await open(secretOf(next), false)).invitation).toBeDefined();
        return secretOf(invitation);
      },
    ],
    [
      'one of before a restore',
      async () => {
        const invitation = await invite();
        expect(await endAllInvitations(admin.get(DataSource))).toBeGreaterThan(0);
        return secretOf(invitation);
      },
    ],
  ])('does not open by %s', async (_case, secretFor) => {
    expect(await open(await secretFor())).toEqual({});
  });
});

describe('who may invite', () => {
  const body = () => ({ email: newEmail(), role: 'EDITOR' });

  it('is an admin of the organisation, up to the own role', async () => {
    for (const who of ['editor', 'sisterAdmin', 'outsider'] as const)
      expectRefusal(await admin.call(who, 'POST', path, body()), 'AUTHORIZATION_ERROR');
    expectRefusal(
      await admin.call('admin', 'POST', path, { ...body(), role: 'COMMUNITY_ADMIN' }),
      'AUTHORIZATION_ERROR',
    );
    await invite({ role: 'COMMUNITY_ADMIN' }, 'communityAdmin');
    expectRefusal(await admin.call('editor', 'GET', path), 'AUTHORIZATION_ERROR');
    expectRefusal(await admin.call('editor', 'DELETE', `${path}/1`), 'AUTHORIZATION_ERROR');
  });

  it('does not get a link of a user who is here already, or is not theirs', async () => {
    const invitation = await invite();
    await open(secretOf(invitation));
    const refused = [invitation.email, 'user-5@example.com', 'USER-7@example.com'];
    for (const email of refused)
      expectRefusal(await admin.call('admin', 'POST', path, { email, role: 'EDITOR' }), 'EMAIL_ALREADY_EXISTS');
  });

  it('gives a user without a role in the organisation one, and changes none', async () => {
    const user = { first_name: 'A', last_name: 'B', email: newEmail(), organisation_id: '1' };
    const { id } = await admin.data('admin', 'POST', '/users', user);
    const invitation = await invite({ email: user.email, role: 'READER' });
    expect(invitation).toMatchObject({ user_id: id, role: 'READER' });
    const again = await admin.call('admin', 'POST', path, { email: user.email, role: 'EDITOR' });
    expectRefusal(again, 'CONSTRAINT_VIOLATION_EXCEPTION', 'the user has the role READER');
  });

  it('of another organisation does not find it', async () => {
    const { id } = await invite();
    const other = `/organisations/2/invitations/${id}`;
    expectRefusal(await admin.call('sisterAdmin', 'DELETE', other), 'RESOURCE_NOT_FOUND');
    expect(await openOnes()).toContain(id);
  });
});

it('the audit has each invitation, the user and the role that it makes, its end and its token, without secrets', async () => {
  const invitation = await invite();
  const revoked = await invite({ email: invitation.email.toUpperCase() });
  await admin.data('admin', 'DELETE', `${path}/${revoked.id}`);
  const opened = await invite();
  const { invitation: answer } = await open(secretOf(opened));
  const listed = await admin.data<AuditEvent[]>('admin', 'GET', '/organisations/1/audit_events?max_results=9');
  const of = ({ user_id }: Invitation) =>
    listed.filter(({ changes, resource_id }) => resource_id === user_id || changes?.['user_id']?.[1] === user_id);
  const { user_id } = invitation;
  const by = { action: 'CREATE', user_id: people.admin.user_id };
  const made = [
    { ...by, resource: 'user', resource_id: user_id, changes: { email: [null, invitation.email] } },
    { ...by, resource: 'user_role', changes: { user_id: [null, user_id], role: [null, 'EDITOR'] } },
    {
      ...by,
      resource: 'invitation',
      resource_id: invitation.id,
      changes: { user_id: [null, user_id], role: [null, 'EDITOR'], organisation_id: [null, '1'] },
    },
  ];
  const token = {
    action: 'CREATE',
    resource: 'api_token',
    resource_id: answer?.api_token?.id,
    user_id: opened.user_id,
    credential_id: answer?.api_token?.id,
    credential_kind: 'API_TOKEN',
    request_id: 'r-1',
    address: '192.0.2.7',
  };
  const byResource = (a: { resource: string }, b: { resource: string }) => b.resource.localeCompare(a.resource);
  expect(of(invitation).sort(byResource)).toMatchObject([...made].sort(byResource));
  expect(of(opened).find(({ resource }) => resource === 'api_token')).toMatchObject(token);
  // The second one has only replaced the link.
  const ends = listed.filter(({ resource_id }) => resource_id === revoked.id).map(({ action }) => action);
  expect(ends).toEqual(['DELETE', 'CREATE', 'CREATE']);
  const text = JSON.stringify(listed);
  for (const hidden of [secretOf(invitation), answer?.api_token?.value ?? '', sha256(secretOf(invitation))])
    expect(text).not.toContain(hidden);
});
