import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { bin, Cli, ended, type Ended } from './cli.js';

const document = readFileSync(path.join(import.meta.dirname, '../../../../docs/cli.md'), 'utf8');
const blocks = [...document.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
const commands = [...document.matchAll(/`(tributary [a-z][^`\n]*)`/g)].map(([, command = '']) => command);

/** Every command and every option that docs/cli.md shows exists and works. */
export function cliDocument(platform: () => Platform): void {
  let cli: Cli;

  beforeAll(async () => {
    cli = await Cli.create();
    await cli.file('token.txt', `${platform().token}\n`);
  });

  /** A line that fails ends the block. */
  function run(block: string): Promise<Ended> {
    const shell = `set -eo pipefail; tributary() { ${process.execPath} ${bin} "$@"; }\n`;
    const script = shell + block.replaceAll('http://localhost:8080', platform().url);
    return ended(spawn('bash', ['-c', script], { cwd: `${cli.home}/files`, env: cli.env }));
  }

  describe('docs/cli.md', () => {
    it('has a block for each subject', () => expect(blocks.length).toBeGreaterThanOrEqual(5));

    it.each(blocks.map((block) => [block.split('\n')[0] ?? '', block]))(
      'works from %s on',
      // The activity of the block before is stored in a moment.
      async (_first, block) =>
        eventually(async () => expect(await run(block)).toMatchObject({ code: 0 }), { every: 500 }),
    );

    it('(control) would fail with a command that fails', async () => {
      expect((await run('tributary use 77\ntributary whoami\n')).code).not.toBe(0);
    });

    it.each([...new Set(commands)].map((command) => [command]))(
      'names the command %s, which exists',
      async (command) => {
        const [, verb = '', second = ''] = command.split(' ');
        const help = await cli.run([verb, '--help']);
        expect(help.code).toBe(0);
        const subcommands = [...help.out.matchAll(/^ {2}([a-z]+) \[options\]/gm)].map(([, name]) => name);
        if (verb !== 'import' && subcommands.length > 0) expect(subcommands).toContain(second);
      },
    );
  });
}
