import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Command, Option } from 'commander';
import { bashScript } from './bash-script.js';
import { describeCommands, type DescribedCommand } from './describe-commands.js';
import { fishScript } from './fish-script.js';
import { zshScript } from './zsh-script.js';

let commands: DescribedCommand[];

beforeAll(() => {
  const list = new Command('list').summary("What's there").option('--limit <number>', 'how many');
  const parent = new Command('import')
    .summary('Import a file')
    .addOption(new Option('-p, --priority <priority>', 'when').choices(['HIGH', 'LOW']))
    .option('--errors <file>', 'where to')
    .addCommand(list);
  commands = describeCommands([parent, new Command('whoami').summary('Who: the owner')]);
});

/** The words that bash itself offers after a line. */
function complete(line: string): string[] {
  const words = line.split(' ');
  const script = `${bashScript(commands)}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_tributary; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean);
}

describe('bash', () => {
  it.each([
    ['commands', 'tributary ', ['import', 'whoami']],
    ['the start of a command', 'tributary w', ['whoami']],
    ['options and subcommands', 'tributary import ', ['list', '-p', '--priority', '--errors', '-h', '--help']],
    ['options of a subcommand', 'tributary import list --', ['--limit', '--help']],
    ['the values of an option', 'tributary import --priority ', ['HIGH', 'LOW']],
    ['the values of its short form', 'tributary import x -p L', ['LOW']],
    ['nothing for a file, so that bash lists files', 'tributary import --errors ', []],
    ['nothing after an unknown command', 'tributary nothing x', []],
  ])('offers %s', (_case, line, expected) => expect(complete(line)).toEqual(expected));
});

describe('the scripts of other shells', () => {
  it('quote what the summaries contain', () => {
    expect(zshScript(commands)).toContain(`'list:What'\\''s there'`);
    expect(fishScript(commands)).toContain(`-a 'list' -d 'What\\'s there'`);
  });

  it('know the values of options', () => {
    expect(zshScript(commands)).toContain(`' import:-p'|' import:--priority') compadd HIGH LOW; return ;;`);
    expect(fishScript(commands)).toContain(`-s p -l priority -x -a 'HIGH LOW' -d 'when'`);
  });
});
