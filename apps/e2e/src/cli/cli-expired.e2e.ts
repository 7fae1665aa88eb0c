import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { eventually } from '@tributary/testing/eventually';
import { Cli, ended } from './cli.js';

let platform: Platform;
let cli: Cli;

beforeAll(async () => {
  platform = await startPlatform({ shape: 'embedded', settings: { API_TOKEN_LIFETIME: '20s', CONSOLE: 'off' } });
  cli = await Cli.create();
  await cli.login(platform.url, platform.token);
});

afterAll(async () => {
  await (platform as Platform | undefined)?.stop();
});

describe('a token that expires', () => {
  it('ends what runs, and every command says how to go on', async () => {
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
      errors: expect.stringContaining('tributary login'),
    });
  });
});
