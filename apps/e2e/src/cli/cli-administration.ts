import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Cli } from './cli.js';

/** The resources of an organisation, any other operation of the API, several logins, and the formats of all of them. */
export function cliAdministration(platform: () => Platform): void {
  let cli: Cli;
  beforeAll(async () => {
    cli = await Cli.create();
    await cli.login(platform().url, platform().token);
  });

  describe('the resources of an organisation', () => {
    it('are channels, which are created, listed and deleted', async () => {
      const made = await cli.json<{ id: string }>('channel', 'create', 'CLI shop', '--domain', 'cli.example.com');
      const app = await cli.json<{ id: string }>('channel', 'create', 'CLI app', '--type', 'MOBILE_APPLICATION');
      const ids = async () => (await cli.json<{ id: string }[]>('channel', 'list')).map(({ id }) => id);
      expect(await ids()).toEqual(expect.arrayContaining([made.id, app.id]));
      await cli.succeed('channel', 'delete', app.id);
      expect(await ids()).not.toContain(app.id);
      expect(await ids()).toContain(made.id);
    });

    it('are datamarts, of which one field changes alone', async () => {
      const read = async () =>
        (await cli.json<Record<string, unknown>[]>('datamart', 'list')).find(({ id }) => id === '1');
      const before = await read();
      await cli.succeed('datamart', 'set', '--name', 'CLI again');
      expect(await read()).toEqual({ ...before, name: 'CLI again' });
      await cli.succeed('datamart', 'set', '--name', String(before?.name));
      expect(await cli.run(['datamart', 'set'])).toMatchObject({ code: 2 });
      // The other suites of this platform have one datamart.
      expect(await cli.succeed('datamart', 'create', 'CLI', '--time-zone', 'Europe/Paris', '--curl')).toContain(
        `--data-binary '{"organisation_id":"1","name":"CLI","time_zone":"Europe/Paris"}'`,
      );
    });

    it('are compartments, which become exclusive and keep all else', async () => {
      await cli.succeed('compartment', 'create', 'cli-members', '--name', 'Members');
      const read = async () =>
        (await cli.json<{ compartment_id: string }[]>('compartment', 'list')).find(
          ({ compartment_id }) => compartment_id === 'cli-members',
        );
      const before = await read();
      expect(before).toMatchObject({ name: 'Members', exclusive: false });
      await cli.succeed('compartment', 'set', 'cli-members', '--exclusive');
      expect(await read()).toEqual({ ...before, exclusive: true });
      await cli.succeed('compartment', 'set', 'cli-members', '--name', 'Members of the shop');
      expect(await read()).toEqual({ ...before, exclusive: true, name: 'Members of the shop' });
      await cli.succeed('compartment', 'set', 'cli-members', '--no-exclusive');
      expect(await read()).toMatchObject({ exclusive: false });
      expect(await cli.run(['compartment', 'set', 'cli-members'])).toMatchObject({ code: 2 });
      await cli.succeed('compartment', 'delete', 'cli-members');
      expect(await read()).toBeUndefined();
    });

    it('are processings, which are archived with all that they say', async () => {
      const { id } = await cli.json<{ id: string }>('processing', 'create', 'CLI offers', '--purpose', 'Offers');
      await cli.succeed('processing', 'archive', id);
      expect(await cli.json('processing', 'list')).toContainEqual(
        expect.objectContaining({ id, purpose: 'Offers', legal_basis: 'CONSENT', archived: true }),
      );
    });

    it('are segments, which are created, listed and deleted', async () => {
      const { id } = await cli.json<{ id: string }>('segment', 'create', 'CLI VIP', '--technical-name', 'cli_vip');
      const listed = () => cli.json('segment', 'list');
      expect(await listed()).toContainEqual(
        expect.objectContaining({ id, name: 'CLI VIP', technical_name: 'cli_vip' }),
      );
      await cli.succeed('segment', 'delete', id);
      expect(await listed()).not.toContainEqual(expect.objectContaining({ id }));
    });

    it('are selections of processings, whose refusals are foreseen and counted', async () => {
      const channel = await cli.json<{ id: string }>('channel', 'create', 'CLI blog');
      const processing = await cli.json<{ id: string }>('processing', 'create', 'CLI offers by post');
      const visit = () => cli.succeed('send', '--type', 'SITE_VISIT', '--user', 'silent', '--channel', channel.id);
      await visit();
      const preview = ['channel', 'preview', channel.id, processing.id];
      const counted = { activities_7d: 1, people_7d: 1, would_refuse_7d: 1 };
      await eventually(async () => expect(await cli.json(...preview)).toEqual(counted));
      expect(await cli.succeed(...preview)).toMatch(/would be refused +1/);
      await cli.succeed(
        'api',
        `/v1/channels/${channel.id}/processing_selections`,
        '-f',
        `processing_id=${processing.id}`,
      );
      await eventually(async () => {
        await visit();
        const [day] = await cli.json<object[]>('channel', 'refused', channel.id);
        expect(day).toMatchObject({ processing_id: processing.id, people: 1 });
      });
      expect(await cli.succeed('channel', 'refused', channel.id, '-o', 'csv')).toMatch(
        /^date,processing,activities,people\r\n/,
      );
    });

    it('are users with their roles', async () => {
      const { id } = await cli.json<{ id: string }>('user', 'create', 'Ada King Byron', '--email', 'cli@example.com');
      expect(await cli.succeed('user', 'list')).toContain('Ada King Byron (cli@example.com)');
      expect(await cli.run(['user', 'create', 'Ada', '--email', 'ada@example.com'])).toMatchObject({ code: 2 });
      await cli.succeed('user', 'grant', id, 'EDITOR');
      expect(await cli.json('user', 'roles', id)).toMatchObject([{ role: 'EDITOR', organisation_id: '1' }]);
      await cli.succeed('user', 'withdraw', id, 'EDITOR');
      expect(await cli.json('user', 'roles', id)).toEqual([]);
      expect(await cli.run(['user', 'withdraw', id, 'EDITOR'])).toMatchObject({ code: 1 });
      const service = await cli.json('user', 'create', 'CLI backend');
      expect(service).toMatchObject({ type: 'SERVICE', display_name: 'CLI backend' });
      await cli.succeed('user', 'delete', id);
      expect(await cli.succeed('user', 'list')).not.toContain('cli@example.com');
    });

    it('are invitations, whose link is printed once', async () => {
      const invited = ['user', 'invite', 'cli-invited@example.com', 'EDITOR'];
      const { id, link } = await cli.json<{ id: string; link: string }>(...invited, '--first-name', 'Ada');
      expect(link).toMatch(new RegExp(`^${platform().url}/invitation#tbi_`));
      const listed = await cli.succeed('user', 'invitations');
      expect(listed).toContain('cli-invited@example.com');
      expect(listed).not.toContain('tbi_');
      await cli.succeed('user', 'uninvite', id);
      expect(await cli.json('user', 'invitations')).toEqual([]);
      expect(await cli.run(['user', 'uninvite', id])).toMatchObject({ code: 1 });
      expect(await cli.run(['user', 'invite', 'x@example.com', 'OWNER'])).toMatchObject({ code: 2 });
    });

    it('are analyzers with their failures', async () => {
      expect(Array.isArray(await cli.json('analyzer', 'list'))).toBe(true);
      expect(await cli.run(['analyzer', 'failures', '999'])).toMatchObject({
        code: 1,
        errors: expect.stringContaining('RESOURCE_NOT_FOUND') as unknown,
      });
    });
  });

  describe('api', () => {
    it('calls what no command has, with the chosen datamart', async () => {
      const path = '/v1/datamarts/{datamart_id}/compartments';
      const made = JSON.parse(await cli.succeed('api', path, '-f', 'name=CLI', '-f', 'compartment_id=cli')) as {
        status: string;
      };
      expect(made).toMatchObject({ status: 'ok', data: { name: 'CLI', datamart_id: '1' } });
      expect(await cli.succeed('api', `${path}?max_results=50`)).toContain('"CLI"');
    });

    it('sends a file with digits that JavaScript cannot count', async () => {
      await cli.file('one.json', '{"$type":"TOUCH","$user_agent_id":"web:1:api","n":12345678901234567890}');
      await cli.succeed('api', '/datamarts/1/user_activities', '--input', 'one.json');
      const person = '/datamarts/1/user_points/user_agent_id=web:1:api/user_activities';
      await eventually(async () => expect(await cli.succeed('api', person)).toContain('"n":12345678901234567890'));
    });

    it.each([
      ['a failure of the API', ['/datamarts/1/nothing'], 1, 'RESOURCE_NOT_FOUND'],
      ['an address of another platform', ['https://evil.example/v1/users'], 2, 'begins with a slash'],
      ['a method that the API has not', ['/users', '-X', 'TRACE'], 2, 'TRACE'],
      ['a field without a value', ['/users', '-f', 'name'], 2, 'name=value'],
    ])('ends with %s', async (_case, args, code, problem) => {
      const ended = await cli.run(['api', ...args]);
      expect(ended).toMatchObject({ code, out: '' });
      expect(ended.errors).toContain(problem);
    });

    it('prints its request without the token', async () => {
      const printed = await cli.succeed('api', '/users', '-f', 'email=a@example.com', '--curl');
      expect(printed).toContain(`--data-binary '{"email":"a@example.com"}'`);
      expect(printed).not.toContain(platform().token);
    });
  });

  it('a login with a name stands beside the other one', async () => {
    const others = await Cli.create();
    const named = ['--profile', 'staging'];
    const { code } = await others.run(['login', platform().url, ...named], { input: `${platform().token}\n` });
    expect(code).toBe(0);
    expect(await others.run(['whoami'])).toMatchObject({ code: 1 });
    expect(await others.json('whoami', ...named)).toMatchObject({ url: platform().url });
    expect(await others.run(['whoami'], { env: { TRIBUTARY_PROFILE: 'staging' } })).toMatchObject({ code: 0 });
    expect(await others.run(['whoami', ...named], { env: { TRIBUTARY_TOKEN: 'wrong' } })).toMatchObject({ code: 0 });
    expect(await others.run(['whoami', '--profile', 'prod'])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('tributary login URL --profile prod') as unknown,
    });
  });

  it('a list is printed as CSV too', async () => {
    const [header, ...rows] = (await cli.succeed('channel', 'list', '-o', 'csv')).split('\r\n');
    expect(header).toBe('id,name,type,domain,bots');
    expect(rows.length).toBeGreaterThan(1);
    expect(await cli.succeed('whoami', '-o', 'csv')).toMatch(/^name,value\r\nplatform,http/);
  });

  it('open prints the address of a page where no terminal is', async () => {
    expect(await cli.json('open', 'live')).toEqual({ url: `${platform().url}/d/1/live` });
    expect(await cli.run(['open', '../../evil?x'])).toMatchObject({ code: 2 });
  });

  it.each([
    ['imprt', 'Did you mean import?'],
    ['gatway', 'Did you mean gateway?'],
  ])('a mistyped command names the likely one: %s', async (name, suggestion) => {
    const { code, errors } = await cli.run([name]);
    expect(code).toBe(2);
    expect(errors).toContain(suggestion);
  });

  it('says its version', async () => expect(await cli.succeed('--version')).toMatch(/^\d+\.\d+\.\d+\n$/));
}
