import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Machine } from './running-command.js';
import { StandInServer } from './stand-in-server.js';

const tokenOf = (id: string, user_id: string, ends: string) => ({
  id,
  user_id,
  user_name: 'a program',
  user_type: 'SERVICE',
  name: `token ${id}`,
  value: `****${ends}`,
  creation_date: 1,
  expiration_date: 2,
});

/** Has tokens that were not used for long, the second of which ends like that of the command, `token`. */
class TokensApi extends StandInServer {
  revoked: string[] = [];
  listed = '';

  protected override handle({ method, url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (method === 'DELETE') this.revoked.push(url.replace(/.*users/, ''));
    else this.listed = url;
    const data = [tokenOf('4', '12', 'abcd'), tokenOf('5', '1', 'oken'), tokenOf('6', '13', 'efgh')];
    const list = { data, count: 3, total: 3, first_result: 0, max_results: 50 };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ status: 'ok', ...(method === 'DELETE' ? {} : list) }));
    return Promise.resolve();
  }
}

let api: TokensApi;
let machine: Machine;
beforeAll(async () => {
  api = await new TokensApi().start();
  machine = new Machine(api.url);
});
beforeEach(() => {
  api.revoked = [];
});
afterAll(() => {
  machine.stop();
  api.stop();
});

const all = ['token', 'all', '--organisation', '1'];

describe('the tokens of an organisation', () => {
  it('are revoked together, that of the command last', async () => {
    const { code, out } = await machine.run(...all, '--unused', '90', '--revoke', '--yes', '-o', 'json');
    expect({ code, revoked: JSON.parse(out) as unknown }).toEqual({ code: 0, revoked: { revoked: ['4', '6', '5'] } });
    expect(api.revoked).toEqual(['/12/api_tokens/4', '/13/api_tokens/6', '/1/api_tokens/5']);
    expect(api.listed).toContain('unused_since=');
  });

  it.each([
    ['without a limit of age', ['--revoke', '--yes'], '--unused DAYS'],
    ['in a script that does not say --yes', ['--unused', '90', '--revoke'], 'say --yes'],
  ])('are not revoked %s', async (_case, options, reason) => {
    expect(await machine.run(...all, ...options)).toMatchObject({ code: 2, errors: expect.stringContaining(reason) });
    expect(api.revoked).toEqual([]);
  });

  it('are only listed otherwise', async () => {
    expect(await machine.run(...all, '--unused', '90')).toMatchObject({ code: 0 });
    expect(api.revoked).toEqual([]);
  });
});
