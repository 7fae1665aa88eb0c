import { describe, expect, it } from '@jest/globals';
import { editor, outsider, reader } from '../booted-warehouses.js';
import { app, aDatabase, server } from '../metadata-fixture.js';

describe('credentials that are tried', () => {
  it('are let in, and nothing is stored', async () => {
    const { path, database, tree } = await aDatabase();
    const state = async () => (await app.api(reader)('GET', `${path}/credentials`)).body;
    const before = [await state(), await tree()];
    const { status, body } = await app.api(editor)('POST', `${path}/credentials/test`, {
      ...server.credentials,
      database,
    });
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok', data: { accepted: true } } });
    expect([await state(), await tree()]).toEqual(before);
  });

  it.each([
    ['a wrong password', { password: 'not-the-password' }, 400, 'CONSTRAINT_VIOLATION_EXCEPTION'],
    ['a database that does not exist', { database: 'nowhere' }, 400, 'CONSTRAINT_VIOLATION_EXCEPTION'],
    ['no port', { port: undefined }, 400, 'BAD_REQUEST_DATA'],
    ['a port without a server', { port: 1 }, 503, 'SERVICE_UNAVAILABLE'],
  ])('with %s are refused, without a secret in the answer', async (_case, difference, status, code) => {
    const { path } = await aDatabase();
    const document = { ...server.credentials, password: 'not-the-password', ...difference };
    const answer = await app.api(editor)('POST', `${path}/credentials/test`, document);
    expect(answer).toMatchObject({ status, body: { status: 'error', error_code: code } });
    expect(JSON.stringify(answer.body)).not.toContain('not-the-password');
  });

  it.each([
    ['reads only', reader, 403],
    ['is of another organisation', outsider, 404],
  ])('need a caller that writes: not one that %s', async (_case, caller, refused) => {
    const { path } = await aDatabase();
    const { status } = await app.api(caller)('POST', `${path}/credentials/test`, server.credentials);
    expect(status).toBe(refused);
  });
});
