import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiToken } from '@tributary/contracts/api-token';
import { createLogger } from '@tributary/runtime/logger';
import { eventually } from '@tributary/testing/eventually';
import { DataSource } from 'typeorm';
import { tokenSha256 } from '../src/api-token.js';
import { makeToken } from '../src/make-token.js';
import { BootedAdmin } from './booted-admin.js';
import { Gateway } from './gateway-stand-in.js';

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

const hashesKnownOf = (user_id: string) =>
  [...Gateway.credentials.values()].flatMap((known) =>
    known.kind === 'api_token' && known.user_id === user_id ? [known.token_sha256] : [],
  );

describe('make-token', () => {
  it.each([
    ['the first community admin', undefined, '1'],
    ['the one of an id', '7', '7'],
    ['the one of an e-mail, however it is written', 'User-7@Example.com', '7'],
  ])('makes a token for %s, and the gateways hear of it', async (_whose, user, user_id) => {
    const { value } = await make(user);
    expect(value).toMatch(/^tby_/);
    await eventually(() => expect(hashesKnownOf(user_id)).toContain(tokenSha256(value)));
  });

  it('says so in the log and in the list of tokens, without the value', async () => {
    const { value, log } = await make();
    expect(JSON.parse(log)).toMatchObject({ level: 40, user_id: '1', msg: expect.stringContaining('command line') });
    expect(log).not.toContain(value);
    const tokens = await admin.data<ApiToken[]>('communityAdmin', 'GET', '/users/1/api_tokens');
    expect(tokens.at(-1)).toMatchObject({ name: 'made by make-token', value: `****${value.slice(-4)}` });
  });

  it.each(['4', 'user-4@example.com', 'nobody@example.com', ''])(
    'refuses "%s", who is no community admin, and names those',
    async (user) => {
      const before = await admin.query('select from api_tokens');
      await expect(make(user)).rejects.toThrow('there are: 1 (user-1@example.com), 7 (user-7@example.com)');
      expect(await admin.query('select from api_tokens')).toHaveLength(before.length);
    },
  );
});
