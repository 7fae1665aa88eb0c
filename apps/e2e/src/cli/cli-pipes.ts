import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { freePorts } from '@tributary/testing/free-ports';
import type { Platform } from '@tributary/testing/processes/platform';
import { bin, Cli, ended } from './cli.js';

/** Faults around a command: readers that leave, no network, wrong calls. */
export function cliPipes(platform: () => Platform): void {
  let cli: Cli;

  beforeAll(async () => {
    cli = await Cli.create();
    await cli.login(platform().url, platform().token);
  });

  const step = (name: string, run: () => Promise<void>) => it(name, run);
  const shell = (line: string) =>
    ended(
      spawn('bash', ['-c', `set -o pipefail; ${line}`], {
        cwd: `${cli.home}/files`,
        env: { ...cli.env, T: `${process.execPath} ${bin}` },
      }),
    );

  describe('a pipe', () => {
    step('whose reader leaves ends the command quietly', async () => {
      const lines = Array.from({ length: 2_000 }, (_each, index) => ({
        $type: 'TOUCH',
        $user_agent_id: `web:1:p${index}`,
      }));
      await cli.file('many.ndjson', lines);
      const { code, out, errors } = await shell('$T send many.ndjson -o json | head -1');
      expect({ code, errors }).toEqual({ code: 0, errors: '' });
      expect(JSON.parse(out)).toMatchObject({ line: expect.any(Number) });
      expect(await shell('$T completion bash | head -1')).toMatchObject({ code: 0, errors: '' });
    });

    step('gets data only: messages go to stderr', async () => {
      expect(await shell('$T person web:1:unknown 2> messages | wc -c')).toMatchObject({
        out: expect.stringMatching(/^0\s/) as unknown,
      });
      expect(await cli.read('messages')).toContain('RESOURCE_NOT_FOUND');
    });

    step('feeds send', async () => {
      const line = '{"$type":"TOUCH","$user_agent_id":"web:1:piped"}';
      expect(await cli.run(['send', '-'], { input: `${line}\n` })).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^sent +1\n/) as unknown,
      });
    });
  });

  describe('without network', () => {
    let closed: string;

    beforeAll(async () => {
      closed = `http://127.0.0.1:${(await freePorts(1))[0]}`;
    });

    it.each([
      ['whoami', ['whoami']],
      ['report', ['report', '-m', 'users']],
      ['tail', ['tail']],
      ['import', ['import', 'one.ndjson']],
      ['send', ['send', 'one.ndjson', '--timeout', '1']],
    ])('%s says that nothing answers, and how to go on', async (_case, args) => {
      await cli.file('one.ndjson', [{ $type: 'TOUCH', $user_agent_id: 'web:1:a' }]);
      const { code, out, errors } = await cli.run(args, {
        env: { TRIBUTARY_URL: closed, TRIBUTARY_TOKEN: 'any', TRIBUTARY_DATAMART: '1' },
      });
      expect({ code, out: out.replace(/^(sent|refused) +0\n/gm, '') }).toEqual({ code: 1, out: '' });
      expect(errors).toContain(`${closed} does not answer (ECONNREFUSED)`);
      expect(errors).toContain('Is the platform running');
    });
  });

  describe('a wrong call', () => {
    it.each([
      ['an unknown option', ['whoami', '--nope']],
      ['a missing argument', ['import']],
      ['a missing subcommand', ['token']],
      ['a wrong choice', ['report', '-m', 'users', '-o', 'xml']],
      ['a wrong condition', ['report', '-m', 'users', '--where', 'type']],
      ['a wrong date', ['report', '-m', 'users', '--from', 'yesterday']],
      ['a wrong number', ['person', 'a', '--limit', '0']],
      ['an unknown command', ['imprt']],
      ['no command', []],
    ])('ends with 2: %s', async (_case, args) => {
      const { code, out, errors } = await cli.run(args);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(errors).not.toBe('');
    });

    step('shows what can be used and what can be run, apart', async () => {
      const { code, out } = await cli.run(['--help']);
      expect(code).toBe(0);
      const [use = '', run = ''] = out.split('Run a platform');
      expect(use).toMatch(/^ {2}whoami /m);
      expect(use).not.toMatch(/^ {2}gateway /m);
      expect(run).toMatch(/^ {2}gateway /m);
    });
  });

  describe('a damaged file of the session', () => {
    step('is named', async () => {
      const broken = await Cli.create();
      await broken.login(platform().url, platform().token);
      await writeFile(broken.configFile, '{');
      expect(await broken.run(['whoami'])).toMatchObject({
        code: 1,
        errors: expect.stringContaining('is damaged') as unknown,
      });
    });
  });
}
