import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Linter, type ESLint } from 'eslint';

// The part of the house that `npm run lint` does not see: documents, scripts, configuration and the names of files.

const root = path.join(import.meta.dirname, '../../..');

interface Rules {
  findBannedWord: (text: string) => { word: string; instead: string } | undefined;
  isHeadless: (comment: string) => boolean;
  wordsOfName: (name: string) => string;
  house: ESLint.Plugin;
}
const load = (file: string) => import(path.join(root, 'eslint-rules', file)) as Promise<Rules>;
const { findBannedWord, isHeadless, wordsOfName } = await load('banned-words.mjs');
const { house } = await load('plugin.mjs');

const generated = new Set([
  '.cache',
  '.git',
  '.nx',
  // Quotes commit messages.
  '.release',
  '.test-results',
  'data',
  'dist',
  'node_modules',
  'package-lock.json',
]);

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !generated.has(name))
    .flatMap((entry) => {
      const name = path.join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(name) : [name];
    });
}

/** The list of banned words and its tests quote them. */
const quotesBannedWords = (file: string) =>
  file.startsWith('eslint-rules/') || /test\/(lint|house)\.spec\.ts$/.test(file);
const files = filesBelow('.').filter((file) => !quotesBannedWords(file));
const readable = files.filter((file) => /\.(md|mjs|sh|ya?ml|json|env\.example)$|Dockerfile$|^\.ci\/run$/.test(file));

describe('the field’s terms', () => {
  it('are used in documents, scripts and configuration', () => {
    const findings = readable.flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          const found = findBannedWord(line);
          return found ? [`${file}:${index + 1}: "${found.word}", write ${found.instead}`] : [];
        }),
    );
    expect(readable.length).toBeGreaterThan(100);
    expect(findings).toEqual([]);
  });

  it('begin the comments of scripts and configuration with a subject', () => {
    const headless = files
      .filter((file) => /\.(mjs|sh|ya?ml)$|Dockerfile$|^\.ci\/run$/.test(file))
      .flatMap((file) => {
        const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
        const isComment = (line = '') => /^\s*(\/\/|#|\/\*\*)/.test(line);
        const begins = (index: number) => isComment(lines[index]) && !isComment(lines[index - 1]);
        return lines.flatMap((line, index) => (begins(index) && isHeadless(line) ? [`${file}:${index + 1}`] : []));
      });
    expect(headless).toEqual([]);
  });

  it('are used in the names of files', () =>
    expect(files.filter((file) => findBannedWord(wordsOfName(file)) !== undefined)).toEqual([]));

  it.each([
    ['tells the reports', 'tells'],
    ['isTold', 'told'],
    ['KEPT_LETTERS', 'letters'],
    ['patienceMs', 'patience'],
    ['outbox-lane', 'lane'],
    ['each in turn', 'in turn'],
  ])('replace %s', (text, word) => expect(findBannedWord(wordsOfName(text))?.word).toBe(word));

  it.each(['dead letters', 'readDeadLetter', 'in turns', 'fatal', 'newsletter', 'stellar'])('allow %s', (text) =>
    expect(findBannedWord(wordsOfName(text))).toBeUndefined(),
  );
});

/** Shorter files hide what belongs together: they are folded into the one that uses them, or into a sibling of their subject. */
const leastLines = 8;

/** Type declarations have no importer, and an entry of a suite only chooses the shape in which the suite runs. */
const mayBeShort = (file: string) => /\.d\.ts$|(^|\/)test\/.*\.(spec|kafka|clickhouse)\.ts$/.test(file);

const isFragment = (file: string, text: string) =>
  /^(apps|libs)\/.*\.tsx?$/.test(file) && !mayBeShort(file) && text.trimEnd().split('\n').length < leastLines;

describe('a source file', () => {
  it('has 8 lines or more', () => {
    const sources = files.filter((file) => !file.includes('/generated/'));
    expect(sources.filter((file) => isFragment(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
  });

  it.each([
    ['apps/admin/src/short.ts', 7, true],
    ['libs/bus/src/short.tsx', 7, true],
    ['libs/bus/test/short.ts', 7, true],
    ['apps/admin/src/short.spec.ts', 7, true],
    ['apps/admin/src/enough.ts', 8, false],
    ['apps/console/src/css.d.ts', 5, false],
    ['libs/bus/test/kafka/kafka.kafka.ts', 4, false],
    ['scripts/short.mjs', 2, false],
  ])('%s with %i lines is a fragment: %s (control)', (file, lines, expected) =>
    expect(isFragment(file, 'export {};\n'.repeat(lines))).toBe(expected),
  );
});

describe('a folder', () => {
  const workspace = mkdtempSync(path.join(tmpdir(), 'tributary-house-'));
  const folder = path.join(workspace, 'apps/full/src/feature');
  const tests = path.join(workspace, 'apps/full/test/feature');
  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
    for (let index = 10; index < 13; index++) writeFileSync(path.join(folder, `file-${index}.ts`), 'export {};\n');
    for (const name of ['a.spec.ts', 'b.e2e.ts', 'c.kafka.ts']) writeFileSync(path.join(folder, name), 'export {};\n');
    mkdirSync(tests, { recursive: true });
    for (const name of ['a.spec.ts', 'b.kafka.ts', 'fixture.ts']) writeFileSync(path.join(tests, name), 'export {};\n');
  });
  afterAll(() => rmSync(workspace, { recursive: true }));

  it.each([
    ['source files and as many tests', 2, 2, folder],
    ['source files and as many tests', 3, 0, folder],
    ['files below test', 2, 1, tests],
    ['files below test', 3, 0, tests],
  ])('of three %s, where %i are allowed, is refused %i times', (_what, maxFiles, times, files) => {
    const config: Linter.Config = {
      files: ['**/*.ts'],
      plugins: { house },
      rules: { 'house/rooms': ['error', { maxFiles }] },
    };
    const messages = readdirSync(files).flatMap((name) =>
      new Linter({ cwd: workspace }).verify('export {};', config, path.join(files, name)),
    );
    expect(messages.map(({ messageId }) => messageId)).toEqual(Array.from({ length: times }, () => 'tooManyFiles'));
  });
});
