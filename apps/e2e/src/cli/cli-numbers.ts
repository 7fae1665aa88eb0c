import { beforeAll, describe, expect, it } from '@jest/globals';
import { changedNumbers, isChanged } from '@tributary/testing/changed-numbers';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import fc from 'fast-check';
import { Client } from '../client/client.js';
import { Cli } from './cli.js';

/** Numbers reach the platform, and a user of the CLI, with the text that they had. */
export function cliNumbers(platform: () => Platform): void {
  let cli: Cli;
  const client = () => new Client(platform().url, platform().token);

  beforeAll(async () => {
    cli = await Cli.create();
    expect(await cli.login(platform().url, platform().token)).toMatchObject({ code: 0 });
  });

  /** The platform and the tools may space JSON as they like. No text of these documents has a space. */
  const compact = (text: string) => text.replaceAll(/\s/g, '');
  const stored = async (path: string) => {
    const { url, token } = platform();
    return compact(await (await fetch(`${url}/v1${path}`, { headers: { authorization: token } })).text());
  };
  const each = (check: (numbers: string) => Promise<void>) =>
    fc.assert(
      fc.asyncProperty(fc.array(changedNumbers, { minLength: 1, maxLength: 20 }), async (list) => {
        const numbers = `[${list.join()}]`;
        expect(isChanged(numbers)).toBe(true);
        await check(numbers);
      }),
      // Shrinking would repeat commands for minutes.
      { numRuns: 3, endOnFailure: true },
    );

  describe('numbers that a double would change', () => {
    it('are sent as the lines have them, and listed as they are stored', async () => {
      let sent = 0;
      await each(async (numbers) => {
        const agent = `web:1:numbers-${(sent += 1)}`;
        await cli.file('numbers.ndjson', `\uFEFF{"$type":"TOUCH","$user_agent_id":"${agent}","n":0,"n":${numbers}}\n`);
        await cli.succeed('send', 'numbers.ndjson');
        const path = `/datamarts/1/user_points/user_agent_id=${agent}/user_activities`;
        await eventually(async () => expect(await stored(path)).toContain(`"n":${numbers}`));
        expect(compact(await cli.succeed('person', agent, 'activities', '-o', 'json'))).toContain(`"n":${numbers}`);
      });
    });

    it('are printed as a profile has them', async () => {
      await cli.succeed('send', '--type', 'TOUCH', '--user', 'shop/numbers');
      const person = '/datamarts/1/user_points/compartment_id=shop,user_account_id=numbers';
      await eventually(() => client().get(person));
      await each(async (numbers) => {
        const profile = `${person}/user_profiles/compartment_id=shop/user_account_id=numbers`;
        await client().put(profile, `{"n":${numbers}}`);
        await eventually(async () => expect(await stored(profile)).toContain(`"n":${numbers}`));
        expect(compact(await cli.succeed('person', 'shop/numbers', '-o', 'json'))).toContain(`"n":${numbers}`);
      });
    });

    it('are in a dashboard as before, once it was exported and applied, with a byte order mark, too', async () => {
      const registration = { title: 'Numbers', scopes: [], segment_ids: [], builder_ids: [] };
      const owner = { community_id: '1', organisation_id: '1' };
      const { id } = await client().post('/dashboards', { ...registration, ...owner });
      const content = `/dashboards/${id}/content?organisation_id=1`;
      await each(async (numbers) => {
        const body = `{"sections":[],"n":${numbers}}`;
        await client().put(content, body);
        const [before, exported] = [await client().get(content), await cli.succeed('dashboard', 'export', id)];
        await cli.file('numbers.json', `\uFEFF${exported}`);
        const applied = await cli.json<{ content_id: string }>('dashboard', 'apply', 'numbers.json');
        expect(applied.content_id).not.toBe(before['id']);
        expect(await stored(content)).toContain(`"content":${body}`);
        expect(compact(await cli.read('numbers.json'))).toContain(`"n":${numbers}`);
      });
    });
  });
}
