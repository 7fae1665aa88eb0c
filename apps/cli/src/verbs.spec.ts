import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { loadVerbs, verbs } from './verbs.js';

let commands: Command[];
beforeAll(async () => {
  commands = (await loadVerbs()).flatMap(withSubcommands);
});

const withSubcommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withSubcommands)];
const helpOf = (command: Command) => {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  return text;
};
const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : `tributary ${command.name()}`;

describe('every command', () => {
  it('has the name under which it is loaded', async () =>
    expect((await loadVerbs()).map((command) => command.name())).toEqual([...verbs.keys()]));

  it('has a summary, and an example that calls it', () => {
    expect(commands.length).toBeGreaterThan(30);
    for (const command of commands) {
      expect(command.summary()).toMatch(/^[A-Z].*[^.]$/);
      const [, examples = ''] = helpOf(command).split('\nExamples:\n');
      expect(examples).toContain(`  ${nameOf(command)}`);
    }
  });

  it('prints JSON', () => {
    const leaves = commands.filter((command) => command.commands.length === 0 || command.name() === 'import');
    for (const command of leaves) {
      const output = command.options.find(({ long }) => long === '--output');
      expect(output?.argChoices).toContain('json');
    }
  });

  it('prints its request, if it sends one', () => {
    const silent = commands.filter((command) => !command.options.some(({ long }) => long === '--curl'));
    const groups = [
      'dashboard',
      'warehouse',
      'plugin',
      'throttling',
      'token',
      'key',
      'collect-key',
      'refused',
      'plan',
      'flagged',
      'people',
      'segment',
      'datamart',
      'channel',
      'compartment',
      'processing',
      'analyzer',
      'user',
    ];
    expect(silent.map((command) => command.name()).sort()).toEqual(
      [...groups, 'login', 'logout', 'use', 'apply', 'open', 'mcp', 'sign', 'completion'].sort(),
    );
  });

  it('has no two options of one name', () => {
    for (const command of commands) {
      const flags = command.options.flatMap(({ short, long }) => [short, long].filter(Boolean));
      expect(new Set(flags).size).toBe(flags.length);
    }
  });
});
