import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

// The run book against what it is about: a command, a variable or a limit that has changed makes it wrong.

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const file = 'docs/operations.md';
const text = read(file);

const fences = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, code = '']) => code);
const inline = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
const commands = [...fences.flatMap((code) => code.split('\n')), ...inline].filter((code) =>
  /^tributary \w/.test(code),
);

/** Anchors as GitHub makes them of headings. */
const anchorsOf = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const links = [...text.matchAll(/\]\(([^)]+)\)/g)]
  .map(([, target = '']) => target)
  .filter((to) => !/^https?:/.test(to));

/** What the apps say of their commands when they are asked for one that is none; no server is needed for it. */
const knownCommands = new Map(
  ['admin', 'tracking-ingest', 'import-worker', 'warehouse-metadata', 'analytics', 'standalone'].map((app) => {
    const { stderr } = spawnSync(process.execPath, ['bin/tributary.mjs', app, 'nothing'], {
      cwd: root,
      encoding: 'utf8',
    });
    return [app, /there are: (.*)/.exec(stderr)?.[1]?.split(', ') ?? []] as const;
  }),
);

describe('the run book', () => {
  it.each([...new Set(links)])('links to %s, which is there', (link) => {
    const [target = '', anchor] = link.split('#');
    const linked = target === '' ? file : path.join('docs', target);
    expect(existsSync(path.join(root, linked))).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(read(linked))).toContain(anchor);
  });

  it.each([...new Set(commands)])('names %s, which is a command', (command) => {
    const [, app = '', name = ''] = command.split(' ');
    const [owner, known] = app === 'dlq' ? ['admin', 'dlq'] : [app, name];
    expect(knownCommands.get(owner)).toContain(known);
  });

  it('finds a command that does not exist (control)', () => {
    expect(knownCommands.get('admin')).not.toContain('restore');
    expect(knownCommands.get('admin')).toContain('migrate');
  });

  it('shows every option of dlq', () => {
    const usage = execFileSync(process.execPath, ['bin/tributary.mjs', 'dlq', '--help'], {
      cwd: root,
      encoding: 'utf8',
    });
    for (const [option] of usage.matchAll(/--[a-z-]+/g)) if (option !== '--partition') expect(text).toContain(option);
  });

  it('has a section for each alert, and none for another', () => {
    const { groups } = parse(read('deploy/observability/alerts.yaml')) as { groups: { rules: { alert?: string }[] }[] };
    const alerts = groups.flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []));
    const sections = [...text.matchAll(/^### (Tributary\w+)$/gm)].map(([, name]) => name);
    expect(sections.sort()).toEqual(alerts.sort());
  });

  it('names variables that there are', () => {
    const settings = [read('README.md'), read('docs/imports.md'), read('.env.example')].join('\n');
    const variables = new Set(inline.filter((code) => /^[A-Z]+(_[A-Z]+)+$/.test(code)));
    expect([...variables].filter((name) => !settings.includes(name))).toEqual([]);
  });

  it('names constants that are where it says', () => {
    const rows = [...text.matchAll(/^\|.*\| +((?:`\w+`, )+)`((?:apps|libs)\/[^`]+\.ts)` +\|$/gm)];
    expect(rows.length).toBeGreaterThan(10);
    for (const [, names = '', source = ''] of rows)
      for (const [, name] of names.matchAll(/`(\w+)`/g)) expect(read(source)).toContain(`const ${name}`);
  });
});
