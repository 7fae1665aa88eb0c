import { Client as Agent } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client } from '../client/client.js';
import { bin, Cli } from './cli.js';

type Json = Record<string, unknown>;

/** An agent that speaks the protocol with `tributary mcp`, as a desktop program would. */
class Session {
  private constructor(private readonly agent: Agent) {}

  static async open(cli: Cli, ...args: string[]): Promise<Session> {
    const agent = new Agent({ name: 'e2e', version: '1.0.0' });
    const env = { ...cli.env };
    await agent.connect(
      new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp', ...args], env, stderr: 'ignore' }),
    );
    return new Session(agent);
  }

  tools = async (): Promise<string[]> => (await this.agent.listTools()).tools.map(({ name }) => name);

  /** @returns what the agent reads, and whether it is a failure */
  async answer(name: string, args: Json = {}): Promise<{ isError: boolean; text: string }> {
    const { content, isError } = await this.agent.callTool({ name, arguments: args });
    const [part] = content as { text: string }[];
    return { isError: isError === true, text: part?.text ?? '' };
  }

  async call<T = Json>(name: string, args: Json = {}): Promise<T> {
    const { isError, text } = await this.answer(name, args);
    if (isError) throw new Error(`${name}: ${text}`);
    return JSON.parse(text) as T;
  }

  close = (): Promise<void> => this.agent.close();
}

/** The tasks of an agent, end to end. */
export function cliMcp(platform: () => Platform): void {
  let cli: Cli;
  let session: Session;
  const client = () => new Client(platform().url, platform().token);

  beforeAll(async () => {
    cli = await Cli.create();
    await cli.login(platform().url, platform().token);
    session = await Session.open(cli);
  });
  afterAll(() => session.close());

  describe('an agent', () => {
    it('reads what the datamart has', async () => {
      const described = await session.call('describe_datamart');
      expect(described).toMatchObject({ id: '1', time_zone: expect.any(String), channels: expect.any(Array) });
    });

    it('finds out how many activities of an event arrived', async () => {
      await cli.succeed('send', '--type', 'TOUCH', '--user', 'web:1:agent', '--event', 'agent_event');
      await eventually(async () => {
        const filters = [{ dimension: 'event_type', values: ['agent_event'] }];
        const { columns, rows, complete_to } = await session.call('report', {
          metrics: ['users'],
          dimensions: ['event_type'],
          filters,
        });
        expect({ columns, rows }).toEqual({ columns: ['event_type', 'users'], rows: [['agent_event', 1]] });
        expect(Date.parse(String(complete_to))).toBeGreaterThan(0);
      });
    });

    it('finds out why an event is missing, and cannot store it', async () => {
      await client().call('POST', '/datamarts/1/user_activities', { $type: 'AGENT_MISSING' });
      await eventually(async () => {
        const { refusals } = await session.call<{ refusals: Json[] }>('list_refused_activities', { limit: 50 });
        const found = refusals.find(({ body }) => String(body).includes('AGENT_MISSING'));
        expect(found).toMatchObject({ error: expect.stringContaining('$user_identifiers') });
      });
      expect(await session.tools()).not.toContain('retry_refused_activity');
    });

    it('looks up a person by an address, and reads hashes instead of addresses', async () => {
      await cli.succeed('send', '--type', 'TOUCH', '--user', 'agent@example.com', '--event', 'seen');
      await client().call('POST', '/datamarts/1/user_activities', {
        $type: 'TOUCH',
        $user_agent_id: 'web:1:mail',
        note: 'call Grace@Example.com',
      });
      const shown = await eventually(() => session.call('show_person', { person: 'agent@example.com' }));
      expect(shown).toMatchObject({ identifiers: [{ type: 'USER_EMAIL' }] });
      await eventually(async () => {
        const { text } = await session.answer('list_activities', { person: 'web:1:mail' });
        expect(text).toMatch(/call email_hash=[0-9a-f]{64}"/);
      });
      const trusted = await Session.open(cli, '--addresses');
      const { text } = await trusted.answer('list_activities', { person: 'web:1:mail' });
      expect(text).toContain('call Grace@Example.com');
      await trusted.close();
    });

    it('reads why lines of an import were refused', async () => {
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
    });

    it('builds a dashboard, if it may write, and does not overwrite a change', async () => {
      const writer = await Session.open(cli, '--write');
      const { id: dashboard_id } = await writer.call<{ id: string }>('create_dashboard', { title: 'By an agent' });
      const content = { sections: [], available_filters: [] };
      const saved = await writer.call('save_dashboard', { dashboard_id, content_id: null, content });
      expect(await writer.call('read_dashboard', { dashboard_id })).toMatchObject({
        title: 'By an agent',
        content_id: saved.content_id,
      });
      const again = await writer.answer('save_dashboard', { dashboard_id, content_id: null, content });
      expect(again).toMatchObject({ isError: true, text: expect.stringContaining('nothing was stored') });
      const { dashboards } = await session.call<{ dashboards: Json[] }>('list_dashboards', { limit: 200 });
      expect(dashboards).toContainEqual(expect.objectContaining({ id: dashboard_id }));
      await writer.close();
    });

    it('reads failures of the platform in its words, and goes on', async () => {
      expect(await session.answer('show_person', { person: 'unknown@example.com' })).toMatchObject({
        isError: true,
        text: expect.stringContaining('RESOURCE_NOT_FOUND'),
      });
      expect(await session.answer('report', { metrics: ['users'], from: 'yesterday' })).toMatchObject({
        isError: true,
        text: expect.stringContaining('start_date'),
      });
      expect(await session.answer('report', { metrics: ['turnover'] })).toMatchObject({ isError: true });
      expect(await session.call('describe_datamart')).toMatchObject({ id: '1' });
    });

    it('has no more rights than its token', async () => {
      const reader = await cli.json<{ value: string }>('token', 'create', 'agent', '--role', 'READER');
      const env = { TRIBUTARY_TOKEN: reader.value, TRIBUTARY_URL: platform().url };
      const weak = await Cli.create(env);
      const refused = await weak.run(['mcp', '--addresses', '--datamart', '1']);
      expect(refused).toMatchObject({ code: 1, out: '', errors: expect.stringContaining('needs the role EDITOR') });
      const writer = await Session.open(weak, '--write', '--datamart', '1');
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
