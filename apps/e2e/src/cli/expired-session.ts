import { beforeAll, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { Client } from '../client/client.js';
import type { EmbeddedSuite } from '../suite/embedded-suite.js';
import { Cli, ended } from './cli.js';

/** A session whose token expires. Restarts the product. */
export function expiredSession(suite: EmbeddedSuite): void {
  let cli: Cli;

  beforeAll(async () => {
    await suite.restart({ API_TOKEN_LIFETIME: '15s' });
    const { url, token } = suite.platform;
    cli = await Cli.create();
    // On a busy machine a token may expire before the command has begun.
    await eventually(async () => {
      const { value } = await new Client(url, token).post<{ value: string }>('/users/1/api_tokens', { name: 'short' });
      expect(await cli.login(url, value)).toMatchObject({ code: 0 });
    });
  });

  suite.step('ends what runs when its token expires, and every command says how to go on', async () => {
    const tail = cli.start(['tail', '--datamart', '1']);
    const end = ended(tail);
    await eventually(async () => expect((await cli.run(['whoami'])).code).toBe(1));
    const refused = expect.stringMatching(
      /TOKEN_ERROR: .*\(error_id [\w-]+\)\nLog in with a new token: tributary login/,
    );
    expect(await cli.run(['report', '-m', 'users', '--datamart', '1'])).toMatchObject({
      code: 1,
      out: '',
      errors: refused,
    });
    expect(await end).toMatchObject({ code: 1, errors: refused });
    await cli.file('one.ndjson', [{ $type: 'TOUCH', $user_agent_id: 'web:1:a' }]);
    expect(await cli.run(['send', 'one.ndjson', '--datamart', '1'])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('tributary login') as unknown,
    });
  });
}
