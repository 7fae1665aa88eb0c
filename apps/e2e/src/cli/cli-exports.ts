import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client } from '../client/client.js';
import { Cli } from './cli.js';

/** Answers of any size, which commands print as they arrive. */
export function cliExports(platform: () => Platform): void {
  let cli: Cli;

  beforeAll(async () => {
    cli = await Cli.create();
    expect(await cli.login(platform().url, platform().token)).toMatchObject({ code: 0 });
  });

  describe('exports', () => {
    it('of a person have all of it, with its numbers as they were sent', async () => {
      await cli.file(
        'exported.ndjson',
        '{"$type":"TOUCH","$user_agent_id":"web:1:exported","n":12345678901234567890}\n',
      );
      await cli.succeed('send', 'exported.ndjson');
      await eventually(async () => {
        const text = await cli.succeed('person', 'web:1:exported', 'export');
        expect(text).toContain('"n":12345678901234567890');
        expect(JSON.parse(text)).toMatchObject({ identifiers: [{ user_agent_id: 'web:1:exported' }], profiles: [] });
      });
      expect(await cli.run(['person', 'web:1:never-seen', 'export'])).toMatchObject({ code: 1, out: '' });
    });

    it('of recent people have those of the last activities, with the names of their profiles', async () => {
      const name = { $event_name: '$set_user_profile_properties', $properties: { name: 'Grace Listed' } };
      const line = { $type: 'TOUCH', $user_account_id: 'listed', $ts: Date.now(), $events: [name] };
      expect(await cli.run(['send', '-'], { input: `${JSON.stringify(line)}\n` })).toMatchObject({ code: 0 });
      const row = /^[0-9a-f-]{36} +Grace Listed +default\/listed +1 +\d{4}-/m;
      await eventually(async () =>
        expect(await cli.succeed('people', 'list', '--limit', '500', '--purpose', 'who is new')).toMatch(row),
      );
    });

    it('say why identifiers are one person', async () => {
      const both = ['web:1:why-1', 'web:1:why-2'].map(($user_agent_id) => ({ $type: 'USER_AGENT', $user_agent_id }));
      const line = `${JSON.stringify({ $type: 'TOUCH', $user_identifiers: both })}\n`;
      await cli.file('why.ndjson', line + line);
      await cli.succeed('send', 'why.ndjson');
      const link = /^user_agent_id=web:1:why-1 +user_agent_id=web:1:why-2 +ACTIVITY +[0-9a-f-]{36} .* 1$/m;
      await eventually(async () => expect(await cli.succeed('person', 'web:1:why-2', '--why')).toMatch(link));
    });

    it('of a segment have a line for each member, and say that they are complete', async () => {
      const client = new Client(platform().url, platform().token);
      const { organisation_id } = await client.get<{ organisation_id: string }>('/connected_user');
      const segment = { datamart_id: '1', name: 'Exported', type: 'USER_LIST' };
      const { id } = await client.post(`/audience_segments?organisation_id=${organisation_id}`, segment);
      await client.put(`/datamarts/1/user_points/user_agent_id=web:1:member/user_segments/${id}`, {});
      expect(await cli.succeed('segment', 'list')).toMatch(new RegExp(`^${id} +Exported`, 'm'));
      await client.put(`/datamarts/1/user_points/user_agent_id=web:1:member-2/user_segments/${id}`, {});
      const listed = () =>
        cli.json<{ number_of_identifiers: number; member_since_ts: number }[]>('people', 'list', '--segment', id);
      const member = { accounts: [], number_of_identifiers: 1, member_since_ts: expect.any(Number) };
      expect(await listed()).toMatchObject([member, member]);
      expect(await cli.run(['people', 'list', '--segment', id, '--limit', '1'])).toMatchObject({
        code: 0,
        errors: expect.stringContaining('the first 1 of 2'),
      });
      await client.delete(`/datamarts/1/user_points/user_agent_id=web:1:member-2/user_segments/${id}`);
      const lines = (await cli.succeed('segment', 'members', id)).trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
        { identifiers: [{ user_agent_id: 'web:1:member' }] },
        { end: true, count: 1 },
      ]);
    });
  });
}
