import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

// Compares the runbook with the code, because a changed command, variable or limit makes the runbook wrong.

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const text = read('docs/operations.md');
const sourcesOf = (project: string) =>
  readdirSync(path.join(root, project, 'src'), { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => read(path.join(project, 'src', file)));

const fences = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, code = '']) => code);
const inline = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
const commands = [...fences.flatMap((code) => code.split('\n')), ...inline].filter((code) =>
  /^tributary \w/.test(code),
);

const errorsOf = (...args: string[]) => spawnSync('bin/tributary', args, { cwd: root, encoding: 'utf8' }).stderr;

/** The commands of each app. An app lists them if it gets an unknown command, without any server. */
const knownCommands = new Map(
  [
    'activity-analysis',
    'gateway',
    'admin',
    'tracking-ingest',
    'import-worker',
    'warehouse-metadata',
    'analytics',
    'standalone',
  ].map((app) => [app, /there are: (.*)/.exec(errorsOf(app, 'nothing'))?.[1]?.split(', ') ?? []] as const),
);
const usage = errorsOf();

function isKnown(command: string): boolean {
  const [, app = '', name = ''] = command.split(' ');
  if (app === 'health') return usage.includes('  tributary health ');
  // A command that calls a platform, and its subcommand.
  if (!knownCommands.has(app) && usage.includes(`\n  ${app} `))
    return name === '' || errorsOf(app, name, '--no-such-option').includes('--no-such-option');
  const [owner, known] = app === 'dlq' ? ['admin', 'dlq'] : [app, name];
  return knownCommands.get(owner)?.includes(known) === true;
}

describe('the runbook', () => {
  it.each([...new Set(commands)])('names the command %s, which exists', (command) => {
    expect(isKnown(command)).toBe(true);
  });

  it('finds a command that does not exist (control)', () => {
    expect(['tributary admin undo', 'tributary restore now'].filter(isKnown)).toEqual([]);
    expect(isKnown('tributary admin migrate')).toBe(true);
  });

  it.each([...knownCommands].flatMap(([app, names]) => names.map((name) => [app, name])))(
    'has a row for the command %s %s',
    (app, name) => {
      const command = name === 'dlq' ? 'tributary dlq' : `tributary ${app} ${name}`;
      expect(new RegExp(`^\\| \`${command}[ \`]`, 'm').test(text)).toBe(true);
    },
  );

  it('shows every option of dlq', () => {
    const dlqUsage = execFileSync('bin/tributary', ['dlq', '--help'], { cwd: root, encoding: 'utf8' });
    for (const [option] of dlqUsage.matchAll(/--[a-z-]+/g))
      if (option !== '--partition') expect(text).toContain(option);
  });

  it('has a section for each alert, and no other', () => {
    const { groups } = parse(read('deploy/observability/alerts.yaml')) as { groups: { rules: { alert?: string }[] }[] };
    const alerts = groups.flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []));
    const sections = [...text.matchAll(/^### (Tributary\w+)$/gm)].map(([, name]) => name);
    expect(sections.sort()).toEqual(alerts.sort());
  });

  it('names variables that exist', () => {
    const settings = [read('docs/configuration.md'), read('.env.example')].join('\n');
    const variables = new Set(inline.filter((code) => /^[A-Z]+(_[A-Z]+)+$/.test(code)));
    expect([...variables].filter((name) => !settings.includes(name))).toEqual([]);
  });

  it('names constants that exactly one source file of the named package declares', () => {
    const rows = [...text.matchAll(/^\|.*\| +((?:`\w+`, )+)`((?:apps|libs)\/[a-z-]+)` +\|$/gm)];
    expect(rows.length).toBeGreaterThan(10);
    const declared = rows.flatMap(([, names = '', project = '']) => {
      const sources = sourcesOf(project);
      return [...names.matchAll(/`(\w+)`/g)].map(([, name]) => {
        const declaration = new RegExp(`^(?:export )?const ${name}\\b`, 'm');
        return [`${project} ${name}`, sources.filter((source) => declaration.test(source)).length];
      });
    });
    expect(declared).toEqual(declared.map(([constant]) => [constant, 1]));
  });
});
