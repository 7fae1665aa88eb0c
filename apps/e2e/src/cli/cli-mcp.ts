import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { agentJourneys } from '../agents/agent-journeys.js';
import { AgentSession } from '../agents/agent-session.js';
import { bin, Cli } from './cli.js';

/** An agent that has started `tributary mcp`, as a desktop program would. */
function start({ env }: Cli, ...args: string[]): Promise<AgentSession> {
  const command = { command: process.execPath, args: [bin, 'mcp', ...args], env: { ...env } };
  return AgentSession.over(new StdioClientTransport({ ...command, stderr: 'ignore' }));
}

/** Agents of the command line. */
export function cliMcp(platform: () => Platform): void {
  let cli: Cli;

  beforeAll(async () => {
    cli = await Cli.create();
    await cli.login(platform().url, platform().token);
  });

  describe('an agent over stdio', () => {
    const open = (wanted: object) => start(cli, '--datamart', '1', ...Object.keys(wanted).map((name) => `--${name}`));
    agentJourneys({ name: 'stdio', platform, open });

    it('reads why lines of an import were refused', async () => {
      const session = await open({});
      const lines = [
        '{"operation":"UPSERT","user_account_id":"mcp-1","user_profile":{"plan":"free"}}',
        '{"operation":"UPSERT"}',
      ];
      await cli.file('profiles.ndjson', `${lines.join('\n')}\n`);
      await cli.run(['import', 'profiles.ndjson', '--type', 'USER_PROFILE']);
      const { elements: imports } = await session.call<{ elements: { id: string; name: string }[] }>('list_imports');
      const made = imports.find(({ name }) => name.includes('profiles.ndjson'));
      const import_id = made?.id ?? '';
      const { elements } = await session.call<{ elements: { id: string }[] }>('list_imports', { import_id });
      const result = await session.call('show_import_result', { import_id, execution_id: elements[0]?.id });
      expect(result).toMatchObject({ result: { total_success: 1, total_failure: 1 }, refused: [{ count: 1 }] });
      await session.close();
    });

    it('has no more rights than its token', async () => {
      const reader = await cli.json<{ value: string }>('token', 'create', 'agent', '--role', 'READER');
      const env = { TRIBUTARY_TOKEN: reader.value, TRIBUTARY_URL: platform().url };
      const weak = await Cli.create(env);
      const refused = await weak.run(['mcp', '--addresses', '--datamart', '1']);
      expect(refused).toMatchObject({ code: 1, out: '', errors: expect.stringContaining('needs the role EDITOR') });
      const writer = await start(weak, '--write', '--datamart', '1');
      expect(await writer.call('describe_datamart')).toMatchObject({ id: '1' });
      expect(await writer.answer('create_dashboard', { title: 'Not allowed' })).toMatchObject({
        isError: true,
        text: expect.stringContaining('AUTHORIZATION_ERROR'),
      });
      await writer.close();
      expect(await weak.run(['mcp', '--datamart', '77'])).toMatchObject({ code: 1, out: '' });
    });
  });
}
