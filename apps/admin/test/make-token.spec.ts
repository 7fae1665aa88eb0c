import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiToken } from '@tributary/contracts/admin/api-token';
import { createLogger } from '@tributary/runtime/logger';
import { eventually } from '@tributary/testing/eventually';
import { DataSource } from 'typeorm';
import { tokenSha256 } from '../src/api-tokens/token-digest.js';
import { makeToken } from '../src/commands/make-token.js';
import { BootedAdmin } from './booted-admin.js';
import { FakeGateway } from './fake-gateway.js';

let admin: BootedAdmin;
beforeAll(async () => (admin = await BootedAdmin.boot()));
afterAll(() => admin.stop());

async function make(user?: string) {
  let log = '';
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    log += chunk.toString();
    done();
  };
  const logger = createLogger('admin', 'info', new Writable({ write }));
  const lifetime = { amount: 1, unit: 'd' } as const;
  return { value: await makeToken(admin.get(DataSource), { user, lifetime }, logger), log };
}

const knownHashesOf = (user_id: string) =>
  [...FakeGateway.credentials.values()].flatMap((known) =>
    known.kind === 'api_token' && known.user_id === user_id ? [known.token_sha256] : [],
  );

describe('make-token', () => {
  it.each([
    ['the first community admin', undefined, '1'],
    ['the community admin with an id', '7', '7'],
    ['the community admin with an e-mail in any case', 'User-7@Example.com', '7'],
  ])('creates a token for %s, and the gateways learn of it', async (_whose, user, user_id) => {
    const { value } = await make(user);
    expect(value).toMatch(/^tby_/);
    await eventually(() => expect(knownHashesOf(user_id)).toContain(tokenSha256(value)));
  });

  it('appears in the log and in the list of tokens, without the value', async () => {
    const { value, log } = await make();
    expect(JSON.parse(log)).toMatchObject({ level: 40, user_id: '1', msg: expect.stringContaining('command line') });
    expect(log).not.toContain(value);
    const tokens = await admin.data<ApiToken[]>('communityAdmin', 'GET', '/users/1/api_tokens');
    expect(tokens.at(-1)).toMatchObject({ name: 'made by make-token', value: `****${value.slice(-4)}` });
  });

  it.each(['4', 'user-4@example.com', 'unknown@example.com', ''])(
    'refuses "%s", which is not a community admin, and lists the community admins',
    async (user) => {
      const before = await admin.query('select from api_tokens');
      await expect(make(user)).rejects.toThrow('there are: 1 (user-1@example.com), 7 (user-7@example.com)');
      expect(await admin.query('select from api_tokens')).toHaveLength(before.length);
    },
  );
});
