import { readFile, stat } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { signatureHeaders } from '@tributary/testing/signed-request';
import { Client } from '../client/client.js';
import { Cli } from './cli.js';

/** The commands as a script uses them: arguments, a pipe, JSON and exit codes. */
export function cliCommands(platform: () => Platform): void {
  let cli: Cli;
  const client = () => new Client(platform().url, platform().token);

  beforeAll(async () => {
    cli = await Cli.create();
    expect(await cli.login(platform().url, platform().token)).toMatchObject({ code: 0 });
  });

  const step = (name: string, run: () => Promise<void>) => it(name, run);

  describe('a session', () => {
    step('keeps the token where only the user can read it', async () => {
      expect((await stat(cli.configFile)).mode & 0o777).toBe(0o600);
      expect((await stat(`${cli.home}/.config/tributary`)).mode & 0o777).toBe(0o700);
      expect(await readFile(cli.configFile, 'utf8')).toContain(platform().token);
    });

    step('is not replaced by a token that the platform refuses, or without an answer', async () => {
      const before = await readFile(cli.configFile, 'utf8');
      const refused = await cli.login(platform().url, 'wrong');
      expect(refused).toMatchObject({ code: 1, out: '', errors: expect.stringMatching(/TOKEN_ERROR: .*error_id/) });
      const silent = await cli.login('http://127.0.0.1:9', platform().token);
      expect(silent).toMatchObject({ code: 1, errors: expect.stringContaining('does not answer') as unknown });
      expect(silent.errors).not.toContain('TOKEN_ERROR');
      expect(await readFile(cli.configFile, 'utf8')).toBe(before);
    });

    step('says who it is, and chooses a datamart', async () => {
      expect(await cli.json('use', '1')).toMatchObject({ datamart_id: '1', organisation_id: '1' });
      expect(await cli.json('whoami')).toMatchObject({ url: platform().url, datamart_id: '1', user: { id: '1' } });
      expect(await cli.succeed('whoami')).toMatch(/^datamart \* +1 /m);
      expect(await cli.run(['use', '77'])).toMatchObject({
        code: 1,
        errors: expect.stringContaining('whoami') as unknown,
      });
    });

    step('gives way to the environment, and never sends its token to another platform', async () => {
      const env = { TRIBUTARY_TOKEN: 'wrong' };
      expect(await cli.run(['whoami'], { env })).toMatchObject({
        code: 1,
        errors: expect.stringContaining('TOKEN_ERROR') as unknown,
      });
      const other = await cli.run(['whoami'], { env: { TRIBUTARY_URL: 'http://127.0.0.1:9' } });
      expect(other).toMatchObject({
        code: 1,
        errors: expect.stringContaining('there is no token for http://127.0.0.1:9') as unknown,
      });
    });

    step('is missing on another machine, which says what to do', async () => {
      const fresh = await Cli.create();
      expect(await fresh.run(['whoami'])).toMatchObject({
        code: 1,
        out: '',
        errors: expect.stringContaining('tributary login URL') as unknown,
      });
    });
  });

  describe('activities', () => {
    step('are sent, found with their person, and reported', async () => {
      const sent = await cli.json<{ id: string }>(
        'send',
        '--type',
        'SITE_VISIT',
        '--user',
        'Ada@Example.com',
        '--channel',
        '8298',
        '--event',
        'basket',
      );
      await eventually(async () => {
        const [activity] = await cli.json<{ $id: string }[]>('person', 'ada@example.com', 'activities');
        expect(activity).toMatchObject({ $id: sent.id, $events: [{ $event_name: 'basket' }] });
      });
      expect(await cli.succeed('person', 'ada@example.com')).toMatch(/^identifier +email_hash=[0-9a-f]{64} /m);
      await eventually(async () => {
        const report = ['report', '-m', 'users,sessions', '-d', 'channel_id', '--where', 'channel_id=8298'];
        expect(await cli.json(...report)).toEqual([{ channel_id: 8298, users: 1, sessions: 1 }]);
        expect(await cli.succeed(...report, '-o', 'csv')).toBe('channel_id,users,sessions\r\n8298,1,1\r\n');
      });
    });

    step('of a file are sent once each, and refused lines are named', async () => {
      const lines = Array.from({ length: 600 }, (_each, index) => ({
        $type: 'TOUCH',
        $user_agent_id: `web:1:s${index}`,
        account: 1,
      }));
      const text = lines.map((line) => JSON.stringify(line).replace(':1}', ':12345678901234567890}'));
      text[10] = '{"$type":"TOUCH"}';
      text[20] = 'no JSON';
      await cli.file('activities.ndjson', `${text.join('\n')}\n`);
      const { code, out, errors } = await cli.run(['send', 'activities.ndjson', '-o', 'json']);
      expect(code).toBe(3);
      const results = out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { line: number; id?: string });
      expect(results.map(({ line }) => line).sort((one, other) => one - other)).toEqual(
        text.map((_each, index) => index + 1),
      );
      expect(new Set(results.flatMap(({ id }) => id ?? [])).size).toBe(598);
      expect(errors).toMatch(/1 × BAD_REQUEST_FORMAT: the line is not JSON \(line 21\)/);
      expect(errors).toMatch(/1 × BAD_REQUEST_DATA: \$user_identifiers: .* \(line 11\)/);
      // Digits that JavaScript cannot count stay as they were.
      await eventually(async () => {
        const path = '/datamarts/1/user_points/user_agent_id=web:1:s0/user_activities';
        const stored = await fetch(`${platform().url}/v1${path}`, { headers: { authorization: platform().token } });
        expect(await stored.text()).toContain('"account":12345678901234567890');
      });
    });

    step('are followed as they arrive', async () => {
      const tail = cli.start(['tail', '--json', '--type', 'CTV_VISIT', '--event', '!left_out']);
      let out = '';
      tail.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
      const send = (event: string) => cli.run(['send', '--type', 'CTV_VISIT', '--user', 'shop/u-1', '--event', event]);
      await eventually(async () => {
        await send('left_out');
        await send('shown');
        expect(out).toContain('"shown"');
      });
      expect(out).not.toContain('left_out');
      expect(JSON.parse(out.split('\n')[0] ?? '')).toMatchObject({ $type: 'CTV_VISIT', $id: expect.any(String) });
      tail.kill('SIGINT');
      await new Promise((resolve) => tail.once('close', resolve));
      expect(tail.exitCode).toBe(130);
    });

    step('that were refused are shown with their reason', async () => {
      const tail = cli.start(['tail', '--refused']);
      let out = '';
      tail.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
      await eventually(async () => {
        await client().call('POST', '/datamarts/1/user_activities', { $type: 'HOSTILE\u001b[2J' });
        expect(out).toMatch(/BAD_REQUEST_DATA: \$user_identifiers: .*\(error_id [\w-]+\)/);
      });
      expect(out).not.toContain('\u001b');
      tail.kill('SIGINT');
      await new Promise((resolve) => tail.once('close', resolve));
    });

    step('of a person are erased after a word for it', async () => {
      await cli.succeed('send', '--type', 'TOUCH', '--user', 'erased@example.com');
      await eventually(() => cli.json('person', 'erased@example.com'));
      expect(await cli.run(['person', 'erased@example.com', 'erase'])).toMatchObject({
        code: 2,
        errors: expect.stringContaining('--yes') as unknown,
      });
      expect(await cli.json('person', 'erased@example.com', 'erase', '--yes')).toMatchObject({
        erased: expect.any(String),
      });
      expect(await cli.run(['person', 'erased@example.com'])).toMatchObject({
        code: 1,
        errors: expect.stringContaining('RESOURCE_NOT_FOUND') as unknown,
      });
    });
  });

  describe('what administers', () => {
    step('tokens work until they are revoked', async () => {
      const { id, value } = await cli.json<{ id: string; value: string }>('token', 'create', 'from the CLI');
      const env = { TRIBUTARY_TOKEN: value };
      expect(await cli.run(['whoami'], { env })).toMatchObject({ code: 0 });
      expect(await cli.succeed('token', 'list')).toContain('from the CLI');
      expect(await cli.succeed('token', 'all', '--type', 'PERSON')).toContain('from the CLI');
      expect(await cli.succeed('token', 'all', '--unused', '90')).not.toContain('from the CLI');
      const { id: other } = await cli.json<{ id: string }>('token', 'create', 'another');
      await cli.succeed('token', 'revoke', id, other);
      expect(await cli.succeed('token', 'list')).not.toContain('another');
      await eventually(async () => expect(await cli.run(['whoami'], { env })).toMatchObject({ code: 1 }));
    });

    step('keys sign requests that the platform accepts', async () => {
      const { id, secret_key } = await cli.json<{ id: string; secret_key: string }>('key', 'create', 'cli-key');
      const target = '/v1/datamarts/1/user_activities';
      const body = JSON.stringify({ $type: 'TOUCH', $user_agent_id: 'web:1:signed' });
      const env = { TRIBUTARY_SECRET_KEY: secret_key };
      const signed = await cli.run(['sign', target, '--key', 'cli-key', '--body', body, '-o', 'json'], { env });
      const headers = JSON.parse(signed.out) as Record<string, string>;
      const key = { key_id: 'cli-key', secret_key };
      expect(headers['X-Svc-Mac']).toBe(signatureHeaders(key, target, body, Number(headers['X-Svc-Ts']))['x-svc-mac']);
      await eventually(async () => {
        const answer = await fetch(platform().url + target, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body,
        });
        expect(answer.status).toBe(200);
      });
      await cli.succeed('key', 'revoke', id);
    });

    step('collect keys send from pages until they are deleted', async () => {
      const origin = 'https://cli.example.com';
      const made = await cli.json<{ id: string; key: string }>('collect-key', 'create', 'CLI', '--origin', origin);
      expect(await cli.succeed('collect-key', 'list')).toContain(made.key);
      const send = async () => {
        const path = `/v1/datamarts/1/user_activities?collect_key=${made.key}`;
        const body = JSON.stringify({ $type: 'TOUCH', $user_agent_id: 'web:1:page' });
        return (await fetch(platform().url + path, { method: 'POST', headers: { origin }, body })).status;
      };
      await eventually(async () => expect(await send()).toBe(200));
      await cli.succeed('collect-key', 'delete', made.id);
      for (const group of ['collect-key', 'key'])
        expect(await cli.json(group, 'undo-choices', made.id, '--day', '2026-01-02')).toEqual({ undone: 0 });
      expect(await cli.run(['collect-key', 'undo-choices', made.id, '--day', 'then'])).toMatchObject({ code: 1 });
      await eventually(async () => expect(await send()).toBe(401));
      expect(await cli.run(['collect-key', 'create', 'x', '--max-qps', 'many'])).toMatchObject({ code: 2 });
    });

    step('plugins have versions, and those have throttlings', async () => {
      const plugin = await cli.json<{ id: string }>('plugin', 'create', 'ACTIVITY_ANALYZER', 'com.example', 'cli');
      const version = await cli.json<{ id: string }>('plugin', 'release', plugin.id, '1.0.0');
      const ids = [plugin.id, version.id] as const;
      const limit = ['--scope', 'GLOBAL', '--endpoint', '/v1/activity_analysis', '--max-qps', '0.5'];
      const throttling = await cli.json<{ id: string }>('throttling', 'create', ...ids, ...limit);
      expect(await cli.json('throttling', 'list', ...ids)).toMatchObject([{ id: throttling.id, max_qps: 0.5 }]);
      await cli.succeed('throttling', 'delete', ...ids, throttling.id);
      expect(await cli.json('throttling', 'list', ...ids)).toEqual([]);
    });

    step('a dashboard goes through a file, and a change in between is not overwritten', async () => {
      const registration = {
        title: 'From the CLI',
        scopes: ['home'],
        segment_ids: [],
        builder_ids: [],
        archived: false,
      };
      const { id } = await client().post('/dashboards?organisation_id=1', {
        ...registration,
        community_id: '1',
        organisation_id: '1',
      });
      await cli.file('sales.json', await cli.succeed('dashboard', 'export', id));
      const applied = await cli.json<{ content_id: string }>('dashboard', 'apply', 'sales.json');
      expect(JSON.parse(await cli.read('sales.json'))).toMatchObject({ content_id: applied.content_id });
      await client().put(`/dashboards/${id}/content?organisation_id=1`, { sections: [], available_filters: [] });
      expect(await cli.run(['dashboard', 'apply', 'sales.json'])).toMatchObject({
        code: 1,
        errors: expect.stringContaining('nothing was stored') as unknown,
      });
      await cli.succeed('dashboard', 'apply', 'sales.json', '--force');
      expect(await cli.succeed('dashboard', 'list')).toContain('From the CLI');
    });

    step('a warehouse that was never read says so, and one without credentials is not read', async () => {
      const { id } = await client().post('/datawarehouses', {
        name: 'cli',
        description: '',
        engine_type: 'POSTGRES',
        organisation_id: '1',
      });
      expect(await cli.json('warehouse', 'list')).toMatchObject([{ id, name: 'cli' }]);
      expect(await cli.run(['warehouse', 'tree', id])).toMatchObject({
        code: 0,
        errors: expect.stringContaining(`warehouse refresh ${id}`) as unknown,
      });
      expect(await cli.run(['warehouse', 'refresh', id, '--diff'])).toMatchObject({
        code: 1,
        errors: expect.stringContaining('CONSTRAINT_VIOLATION_EXCEPTION') as unknown,
      });
    });

    step('collections are counted', async () => {
      await eventually(async () => {
        const counts = await cli.json<{ collection: string }[]>('collections');
        expect(counts.map(({ collection }) => collection)).toContain('UserPoint');
      });
    });
  });

  describe('--curl', () => {
    step('sends nothing', async () => {
      await cli.succeed('send', '--type', 'TOUCH', '--user', 'never@example.com', '--curl');
      await cli.succeed('token', 'create', 'never', '--curl');
      expect(await cli.run(['person', 'never@example.com'])).toMatchObject({ code: 1 });
      expect(await cli.succeed('token', 'list')).not.toContain('never');
    });
  });
}
