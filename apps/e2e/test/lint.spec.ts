import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = path.join(import.meta.dirname, '../../..');
const boundaries = '@nx/enforce-module-boundaries';

interface Case {
  what: string;
  file: string;
  code: string;
  rule: string;
}

const importing = (what: string, file: string, imported: string, rule = boundaries): Case => ({
  what,
  file,
  code: `import * as imported from '${imported}';\nvoid imported;\n`,
  rule,
});
const writing = (what: string, rule: string, code: string, file = 'libs/http/src/parse.ts'): Case => ({
  what,
  file,
  code,
  rule,
});

/** The path of a source file of a project. */
function sourceOf(project: string): string {
  const source = path.join(project, 'src');
  const files = readdirSync(path.join(root, source), { recursive: true, encoding: 'utf8' });
  return path.join(source, files.find((name) => /^[a-z/-]+\.ts$/.test(name)) ?? 'no source file');
}
const inConsole = (what: string, rule: string, code: string) => writing(what, rule, code, 'apps/console/src/main.tsx');

const rule = 'libs/contracts/src/rules/date-math.ts';
const ruleBelow = 'libs/contracts/src/rules/access/roles.ts';

const refused: Case[] = [
  importing(
    'an app that imports another app',
    'apps/gateway/src/routes.ts',
    '@tributary/admin/api-tokens/token-digest',
  ),
  importing('a lib that imports an app', 'libs/http/src/parse.ts', '@tributary/admin/api-tokens/token-digest'),
  importing('contracts that import another lib', 'libs/contracts/src/topics/topic.ts', '@tributary/http/parse'),
  importing('http that imports the bus', 'libs/http/src/parse.ts', '@tributary/bus/messages/message'),
  importing(
    'an app that imports libs/testing outside a spec',
    'apps/gateway/src/routes.ts',
    '@tributary/testing/eventually',
  ),
  importing('a console that imports a lib of the server', 'apps/console/vite.config.ts', '@tributary/http/parse'),
  importing(
    'a console that imports more of the contracts than their rules',
    'apps/console/vite.config.ts',
    '@tributary/contracts/errors',
    'no-restricted-imports',
  ),
  importing('a CLI that imports a lib of the server', 'apps/cli/src/verbs.ts', '@tributary/http/parse'),
  importing(
    'a CLI that imports more of the contracts than their rules',
    'apps/cli/src/verbs.ts',
    '@tributary/contracts/errors',
    'no-restricted-imports',
  ),
  importing(
    'a client that imports more of the contracts than their rules',
    sourceOf('libs/client'),
    '@tributary/contracts/errors',
    'no-restricted-imports',
  ),
  importing('a client that imports the dashboards', sourceOf('libs/client'), '@tributary/dashboards/compute'),
  importing('an SDK that imports the contracts', sourceOf('libs/sdk'), '@tributary/contracts/errors'),
  importing('an SDK that imports the client', sourceOf('libs/sdk'), '@tributary/client/client'),
  importing(
    'dashboards that import more of the contracts than their rules',
    sourceOf('libs/dashboards'),
    '@tributary/contracts/errors',
    'no-restricted-imports',
  ),
  ...[rule, ruleBelow].flatMap((file) => [
    importing(`a rule that imports a library, ${file}`, file, 'zod', 'no-restricted-imports'),
    importing(`a rule that imports Node.js, ${file}`, file, 'node:crypto', 'no-restricted-imports'),
    writing(`a rule that uses Node.js, ${file}`, 'no-restricted-globals', `export const a = Buffer.from('');\n`, file),
  ]),
  importing('a rule that imports a contract', rule, '../errors.js', 'no-restricted-imports'),
  importing('a rule of a folder that imports a contract', ruleBelow, '../../errors.js', 'no-restricted-imports'),
  importing('a rule that leaves through a folder', ruleBelow, '../people/../../errors.js', 'no-restricted-imports'),
  writing(
    'a folder that imports a folder above it',
    'house/rooms',
    `import * as bus from '../kafka/kafka-bus.js';\nvoid bus;\n`,
    'libs/bus/src/messages/message.ts',
  ),
  writing('a test file of more than 300 lines', 'max-lines', '\n'.repeat(301), 'apps/gateway/test/proxy/proxy.spec.ts'),
  writing('a banned word in a name', 'house/plain-words', `export const keptLetter = 1;\n`),
  writing('a banned word in a comment', 'house/plain-words', `// Whoever asks waits.\nexport {};\n`),
  writing('a comment without a subject', 'house/plain-words', `/** What a client sends. */\nexport const a = 1;\n`),
  writing('a banned word in a message', 'house/plain-words', `export const message = 'nobody is there';\n`),
  writing('a spread of an object literal', 'no-restricted-syntax', `export const a = { ...{ b: 1, c: 2 } };\n`),
  writing('a spread of an array literal', 'no-restricted-syntax', `export const a = [...['b', 'c']];\n`),
  writing('a spread of a constant array', 'no-restricted-syntax', `export const a = [...(['b', 'c'] as const)];\n`),
  writing('the environment outside config.ts', 'no-restricted-syntax', `export const a = process.env;\n`),
  inConsole('the environment in the console', 'no-restricted-syntax', `export const a = process.env;\n`),
  inConsole(
    'markup from a value',
    'no-restricted-syntax',
    `export const a = <p dangerouslySetInnerHTML={{ __html: 'x' }} />;\n`,
  ),
  inConsole(
    'markup from a value in a property',
    'no-restricted-syntax',
    `export const a = { dangerouslySetInnerHTML: { __html: 'x' } };\n`,
  ),
  inConsole('markup that is set', 'no-restricted-syntax', `document.body.innerHTML = 'x';\n`),
  inConsole(
    'a banned word in a text of the console',
    'house/plain-words',
    `export const a = <p>nobody is there</p>;\n`,
  ),
];

const allowed: Case[] = [
  importing('an app that imports a lib', 'apps/gateway/src/routes.ts', '@tributary/http/parse'),
  importing(
    'standalone that imports an app',
    'apps/standalone/src/welcome.ts',
    '@tributary/admin/api-tokens/token-digest',
  ),
  importing('a console that imports the client', 'apps/console/src/main.tsx', '@tributary/client/client'),
  importing('a console that imports the dashboards', 'apps/console/src/main.tsx', '@tributary/dashboards/compute'),
  importing('dashboards that import the client', sourceOf('libs/dashboards'), '@tributary/client/client'),
  importing('a client that imports a rule', sourceOf('libs/client'), '@tributary/contracts/rules/date-math'),
  importing(
    'dashboards that import a rule',
    sourceOf('libs/dashboards'),
    '@tributary/contracts/rules/date-math',
    'no-restricted-imports',
  ),
  importing('a rule that imports another one', rule, './report-zone.js', 'no-restricted-imports'),
  importing('a rule of a folder that imports one above', ruleBelow, '../date-math.js', 'no-restricted-imports'),
  importing('a rule of a folder that imports one of another', ruleBelow, '../people/a.js', 'no-restricted-imports'),
  importing('a CLI that imports a rule', 'apps/cli/src/verbs.ts', '@tributary/contracts/rules/access/roles'),
  importing(
    'a spec that imports libs/testing',
    'apps/gateway/test/proxy/proxy.spec.ts',
    '@tributary/testing/eventually',
  ),
  writing(
    'a folder that imports a folder below it',
    'house/rooms',
    `import * as message from '../messages/message.js';\nvoid message;\n`,
    'libs/bus/src/kafka/kafka-bus.ts',
  ),
  writing('a test file of 300 lines', 'max-lines', '\n'.repeat(299), 'apps/gateway/test/proxy/proxy.spec.ts'),
  writing('a second line of a comment', 'house/plain-words', `// Kept for clients\n// Of old.\nexport const a = 1;\n`),
  writing('dead letters', 'house/plain-words', `// A dead letter.\nexport const deadLetters = ['dead letters'];\n`),
  inConsole('text of the console', 'no-restricted-syntax', `export const a = <p title="a">{'<b>x</b>'}</p>;\n`),
  writing('a spread of values', 'no-restricted-syntax', `const a = [1];\nexport const b = [...a, ...[]];\n`),
];

/** The number of problems that the rule of each case reports. ESLint starts slowly, so one process lints all cases. */
function countProblems(cases: Case[]): number[] {
  const script = `
    import { ESLint } from 'eslint';
    const eslint = new ESLint({ allowInlineConfig: false });
    const counts = [];
    for (const { file, code, rule } of JSON.parse(process.argv[1])) {
      const [{ messages }] = await eslint.lintText(code, { filePath: file });
      counts.push(messages.filter(({ ruleId }) => ruleId === rule).length);
    }
    console.log(JSON.stringify(counts));`;
  const args = ['--input-type=module', '--eval', script, JSON.stringify(cases)];
  const output = execFileSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as number[];
}

describe('lint', () => {
  const problems = new Map<Case, number | undefined>();
  beforeAll(() => {
    // Without Nx's project graph the boundary rule accepts everything.
    execFileSync(process.execPath, ['node_modules/nx/dist/bin/nx.js', 'show', 'projects'], { cwd: root });
    const counts = countProblems([...refused, ...allowed]);
    for (const [index, one] of [...refused, ...allowed].entries()) problems.set(one, counts[index]);
  });

  it.each(refused.map((one) => [one.what, one] as const))('refuses %s', (_what, one) =>
    expect(problems.get(one)).toBe(1),
  );
  it.each(allowed.map((one) => [one.what, one] as const))('accepts %s', (_what, one) =>
    expect(problems.get(one)).toBe(0),
  );
});

describe('lint with types', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-lint-'));
  const config = path.join(root, '.oxlintrc.json');
  const command = [path.join(root, 'node_modules/oxlint/bin/oxlint'), '--type-aware', '-f', 'json', '-c', config];
  afterAll(() => rmSync(directory, { recursive: true }));

  /** The rules that the code breaks. */
  function rulesBroken(code: string): string[] {
    writeFileSync(path.join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true } }));
    writeFileSync(path.join(directory, 'code.ts'), code);
    writeFileSync(path.join(directory, 'importer.ts'), "import './code.js';\n");
    const env = { ...process.env, OXLINT_TSGOLINT_PATH: path.join(root, 'node_modules/.bin/tsgolint') };
    const { stdout } = spawnSync(process.execPath, [...command, 'code.ts'], { cwd: directory, env, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] };
    return diagnostics.map((found) => found.code);
  }

  it.each([
    [
      'a promise that nothing awaits',
      'export function f() {\n  Promise.resolve();\n}\n',
      'typescript(no-floating-promises)',
    ],
    ['a value of any type', "export const a: string = JSON.parse('1');\n", 'typescript(no-unsafe-assignment)'],
    ['any', 'export const a = (b: any) => !b;\n', 'typescript(no-explicit-any)'],
    [
      'more than five parameters',
      'export const a = (b: 1, c: 1, d: 1, e: 1, f: 1, g: 1) => b + c + d + e + f + g;\n',
      'eslint(max-params)',
    ],
    ['a variable that nothing uses', 'export function f() {\n  const a = 1;\n}\n', 'eslint(no-unused-vars)'],
    ['a circle of files', "import './importer.js';\n", 'import(no-cycle)'],
    ['forwardRef', "import { forwardRef } from '@nestjs/common';\nvoid forwardRef;\n", 'eslint(no-restricted-imports)'],
  ])('refuses %s', (_what, code, rule) => expect(rulesBroken(code)).toContain(rule));

  it('accepts a promise that is awaited, and an unused parameter with an underscore', () =>
    expect(rulesBroken('export async function f(_a: number) {\n  await Promise.resolve();\n}\n')).toEqual([]));
});
