import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sessionIdleMs, sessionMaxMs, sessionStepMs } from '@tributary/contracts/admin/session';
import { SessionsRepository } from '../../src/sessions/sessions.repository.js';
import { BootedAdmin, people } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

let admin: BootedAdmin;
let sessions: SessionsRepository;
beforeAll(async () => {
  admin = await BootedAdmin.boot();
  sessions = admin.get(SessionsRepository);
});
afterAll(() => admin.stop());

const newSecret = () => createHash('sha256').update(randomBytes(8)).digest('hex');
const request = { request_id: 'r' };
const emailOf = async (id: string) => {
  const [row] = await admin.query<{ email: string }>('select email from admin.users where id = $1', [id]);
  return row?.email ?? '';
};

/** Signs a user in. @returns the digest of the session */
async function signIn(user_id: string, session_sha256 = newSecret()): Promise<string> {
  const email = await emailOf(user_id);
  const identity = { issuer: 'https://issuer.example', subject: `subject ${user_id}`, email, is_email_verified: true };
  expect(await sessions.answer({ action: 'SIGN_IN', ...request, identity, session_sha256 })).toEqual({
    outcome: 'SIGNED_IN',
  });
  return session_sha256;
}

const published = (session_sha256: string) =>
  [...FakeGateway.credentials.values()].find((one) => one.kind === 'session' && one.secret_sha256 === session_sha256);

/** Moves the sign-in and the end of a session by some milliseconds into the past. */
const age = (session_sha256: string, ms: number) =>
  admin.query(
    `update admin.sessions set expiration_date = expiration_date - $2, latest_expiration_date = latest_expiration_date - $2
     where secret_sha256 = $1`,
    [session_sha256, ms],
  );
const endOf = async (session_sha256: string) => {
  const [row] = await admin.query<{ expiration_date: string }>(
    'select expiration_date from admin.sessions where secret_sha256 = $1',
    [session_sha256],
  );
  return row && Number(row.expiration_date);
};

it('a credential with fewer roles than its user does not choose the e-mail that signs in', async () => {
  const put = (caller: object, email: string) =>
    admin.call({ ...people.reader, ...caller }, 'PUT', '/users/4', { first_name: 'R', last_name: 'R', email });
  const email = await emailOf('4');
  const other = 'other@example.com';
  expect((await put({ highest_role: 'READER' }, other)).status).toBe(403);
  expect((await put({ lacks_later_roles: true }, other)).status).toBe(403);
  expect((await put({ highest_role: 'READER' }, email)).status).toBe(200);
  // Control: the user itself.
  expect((await put({}, other)).status).toBe(200);
  await put({}, email);
});

describe('a session', () => {
  it('is stored and published as a digest with both of its ends', async () => {
    const before = Date.now();
    const session = published(await signIn('3'));
    if (session?.kind !== 'session') throw new Error('no session is published');
    expect(session.user_id).toBe('3');
    expect(session.expiration_date - sessionIdleMs).toBeGreaterThanOrEqual(before);
    expect(session.latest_expiration_date - session.expiration_date).toBe(sessionMaxMs - sessionIdleMs);
  });

  it('gets a later end when it is used, and never one later than seven days after the sign-in', async () => {
    const session_sha256 = await signIn('3');
    await age(session_sha256, sessionIdleMs / 2);
    const before = Date.now();
    await sessions.answer({ action: 'PROLONG', session_sha256 });
    expect(await endOf(session_sha256)).toBeGreaterThanOrEqual(before + sessionIdleMs);
    expect(published(session_sha256)).toMatchObject({ expiration_date: await endOf(session_sha256) });
    await admin.query(
      `update admin.sessions set expiration_date = $2, latest_expiration_date = $2 where secret_sha256 = $1`,
      [session_sha256, before + sessionStepMs],
    );
    await sessions.answer({ action: 'PROLONG', session_sha256 });
    expect(await endOf(session_sha256)).toBe(before + sessionStepMs);
  });

  it('does not begin again after its end, and is deleted with a later sign-in', async () => {
    const session_sha256 = await signIn('3');
    await age(session_sha256, sessionIdleMs + 1_000);
    const end = await endOf(session_sha256);
    await sessions.answer({ action: 'PROLONG', session_sha256 });
    expect(await endOf(session_sha256)).toBe(end);
    await signIn('4');
    expect(await endOf(session_sha256)).toBeUndefined();
    expect(published(session_sha256)).toBeUndefined();
  });

  it('is revoked by its sign-out, and no other one is', async () => {
    const [stays, ends] = [await signIn('3'), await signIn('3')];
    await sessions.answer({ action: 'SIGN_OUT', ...request, session_sha256: ends });
    expect([published(stays)?.kind, published(ends)]).toEqual(['session', undefined]);
  });

  it('is none of a service account, or of an e-mail that is not verified', async () => {
    await admin.query(
      `insert into admin.users (type, display_name, email, organisation_id)
       values ('SERVICE', 'Sync', 'service@example.org', 1)`,
    );
    const identity = { issuer: 'https://issuer.example', subject: 'new' };
    const ask = (email: string, is_email_verified: boolean) =>
      sessions.answer({
        action: 'SIGN_IN',
        ...request,
        identity: { ...identity, email, is_email_verified },
        session_sha256: newSecret(),
      });
    expect(await ask('service@example.org', true)).toEqual({ outcome: 'UNKNOWN' });
    expect(await ask(await emailOf('5'), false)).toEqual({ outcome: 'UNVERIFIED' });
    // Control: the same subject with a verified one.
    expect(await ask(await emailOf('5'), true)).toEqual({ outcome: 'SIGNED_IN' });
  });
});
