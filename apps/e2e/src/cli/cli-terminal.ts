import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Cli } from './cli.js';
import { profile } from './cli-imports.js';
import { ctrlC, Terminal } from './terminal.js';

/** The commands as a person uses them: a terminal that is 80 columns wide, keys, and its edge. */
export function cliTerminal(platform: () => Platform): void {
  let cli: Cli;
  let terminal: Terminal | undefined;
  const open = (args: string[], options = {}) => (terminal = Terminal.open(cli, args, options));
  const widest = ({ lines }: Terminal) => Math.max(...lines.map((line) => line.length));
  const largeFile = (name: string) =>
    cli.file(
      name,
      Array.from({ length: 60_000 }, (_each, index) => profile(index)),
    );

  beforeAll(async () => {
    cli = await Cli.create();
    await cli.login(platform().url, platform().token);
  });
  afterEach(() => terminal?.close());

  const step = (name: string, run: () => Promise<void>) => it(name, run);

  describe('in a shell', () => {
    step('--curl prints a request that does the same, without the token', async () => {
      const printed = await cli.succeed('report', '-m', 'users', '--curl');
      expect(printed).not.toContain(platform().token);
      const answer = JSON.parse(await shell(cli, printed, platform().token)) as unknown;
      expect(answer).toMatchObject({ status: 'ok', data: { report_view: { columns_headers: ['users'] } } });
    });
  });

  describe('in a terminal', () => {
    step('login asks for the token, and does not show it', async () => {
      const login = open(['login', platform().url]);
      await login.shows('API token (it is not shown): ');
      login.type(`${platform().token}\r`);
      expect(await login.ended()).toBe(0);
      expect(login.shown).not.toContain(platform().token);
      expect(login.shown).toContain('which only you can read');
    });

    step('apply shows what changes, and asks', async () => {
      const file = await cli.file('asked.json', '{"channels":[{"name":"Asked","type":"SITE"}]}');
      const answer = async (key: string) => {
        const asked = open(['apply', '-f', file]);
        await asked.shows('Make this change? [y/N] ');
        expect(asked.shown).toContain('+ channel Asked');
        asked.type(`${key}\r`);
        return asked.ended();
      };
      expect(await answer('n')).toBe(1);
      expect(await cli.succeed('channel', 'list')).not.toContain('Asked');
      expect(await answer('y')).toBe(0);
      expect(await cli.succeed('channel', 'list')).toContain('Asked');
    });

    step('Ctrl-C at a question ends the command', async () => {
      const login = open(['login', platform().url]);
      await login.shows('API token');
      login.type(ctrlC);
      expect(await login.ended()).toBe(130);
    });

    step('a table is cut to the terminal, and complete in a pipe', async () => {
      const name = 'a token with a name that is far longer than eighty columns, which a terminal would wrap';
      await cli.succeed('token', 'create', name);
      const list = open(['token', 'list']);
      expect(await list.ended()).toBe(0);
      expect(widest(list)).toBeLessThanOrEqual(80);
      expect(list.shown).toContain('…');
      expect(list.shown).toContain('\u001b[1m');
      expect(await cli.succeed('token', 'list')).toContain(name);
    });

    step('NO_COLOR and a pipe have no colours', async () => {
      expect(await cli.succeed('token', 'list')).not.toContain('\u001b');
      const env = { NO_COLOR: '1' };
      const plain = (terminal = Terminal.open(await Cli.create({ ...cli.env, ...env, HOME: cli.home }), [
        'token',
        'list',
      ]));
      expect(await plain.ended()).toBe(0);
      expect(plain.shown).not.toContain('\u001b');
    });

    step('an import draws one line over itself, in a window that gets narrower', async () => {
      await largeFile('bar.ndjson');
      const run = open(['import', 'bar.ndjson']);
      await run.shows(/import \[[#-]+\]/);
      run.resize(50);
      const drawn = run.lines.length;
      await eventually(() =>
        expect(run.lines.slice(drawn).filter((line) => line.startsWith('import '))).not.toEqual([]),
      );
      expect(widest(run)).toBeLessThanOrEqual(80);
      const narrow = run.lines.slice(drawn + 1).filter((line) => line.startsWith('import '));
      for (const line of narrow) expect(line.length).toBeLessThan(50);
      expect(await run.ended()).toBe(0);
      // Drawn over: a bar is never ended by a new line.
      expect(run.shown).not.toMatch(/import \[[^\r\n]*\n/);
    });

    step('Ctrl-C asks, and can leave the import running', async () => {
      await largeFile('left.ndjson');
      const run = open(['import', 'left.ndjson']);
      await run.shows(/import \[/);
      run.type(ctrlC);
      await run.shows('[l/c/w]');
      run.type('l\r');
      expect(await run.ended()).toBe(130);
      const [, name = ''] = /import watch (\d+\/\d+)/.exec(run.shown) ?? [];
      expect(await cli.json('import', 'watch', name)).toMatchObject({ executions: [{ status: 'SUCCEEDED' }] });
    });

    step('Ctrl-C asks, and can cancel the import: then the same command starts no other', async () => {
      await largeFile('canceled.ndjson');
      const inParts = ['import', 'canceled.ndjson', '--split', '4MB'];
      const run = open(inParts);
      await run.shows(/import 1\/2 \[/);
      run.type(ctrlC);
      await run.shows('[l/c/w]');
      run.type('c\r');
      expect(await run.ended()).toBe(1);
      expect(run.shown).toContain('The execution is CANCELED');
      const { code, errors } = await cli.run(inParts);
      expect({ code, errors }).toMatchObject({
        code: 1,
        errors: expect.stringContaining(
          'Part 2 of 2 is not uploaded yet.\nIt cannot be retried. --again imports',
        ) as unknown,
      });
      const imports = await cli.json<{ name: string }[]>('import', 'list');
      expect(imports.filter(({ name }) => name === 'canceled.ndjson')).toHaveLength(1);
    });

    step('erasing asks for the id', async () => {
      await cli.succeed('send', '--type', 'TOUCH', '--user', 'asked@example.com');
      const { id } = await eventually(() => cli.json<{ id: string }>('person', 'asked@example.com'));
      const wrong = open(['person', 'asked@example.com', 'erase']);
      await wrong.shows(`type their id ${id}`);
      wrong.type('yes\r');
      expect(await wrong.ended()).toBe(1);
      const right = open(['person', 'asked@example.com', 'erase']);
      await right.shows(`type their id ${id}`);
      right.type(`${id}\r`);
      expect(await right.ended()).toBe(0);
    });

    step('tail ends with Ctrl-C', async () => {
      const tail = open(['tail']);
      await tail.shows('Waiting for activities');
      await cli.succeed('send', '--type', 'TOUCH', '--user', 'shop/seen', '--event', 'seen');
      await tail.shows(/TOUCH.*seen.*shop\/seen/);
      tail.type(ctrlC);
      expect(await tail.ended()).toBe(130);
    });
  });
}

/** Runs a printed line as a user who has pasted it. */
async function shell(cli: Cli, line: string, token: string): Promise<string> {
  const env = { ...cli.env, TRIBUTARY_TOKEN: token };
  return (await promisify(execFile)('sh', ['-c', line], { env })).stdout;
}
