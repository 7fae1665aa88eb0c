import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const docs = path.join(import.meta.dirname, '../../../docs');
const read = (file: string) => readFileSync(path.join(docs, file), 'utf8');

/** The function `sign` in a document's code block of the language. */
const signOf = (markdown: string, language: string) =>
  new RegExp(`\`\`\`${language}\\n(?:(?!\`\`\`)[^])*?^((?:def|fun|func) sign\\b[^]*?)(?=\\n\\n|\\n\`\`\`)`, 'm').exec(
    markdown,
  )?.[1];

describe('the pages of docs/clients', () => {
  it.each(['python', 'kotlin', 'swift'])('sign in %s as docs/signing.md does', (language) => {
    const shown = signOf(read('signing.md'), language);
    expect(shown).toMatch(/^(def|func?) sign\(/);
    expect(signOf(read(`clients/${language}.md`), language)).toBe(shown);
  });

  it('are all in its table', () => {
    const pages = readdirSync(path.join(docs, 'clients')).filter((file) => file !== 'README.md');
    const linked = [...read('clients/README.md').matchAll(/^\| \[.*?\]\((\S+?\.md)\)/gm)].map(([, file]) => file);
    expect(linked.sort()).toEqual(pages.sort());
  });
});

describe('the packages of clients', () => {
  const root = path.join(docs, '..');
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-clients-'));
  const written = (file: string) => readFileSync(path.join(directory, file), 'utf8');
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };

  beforeAll(async () => {
    const script = path.join(root, 'scripts/package-clients.mjs');
    const { packageClients } = (await import(script)) as { packageClients: (directory: string) => Promise<object> };
    expect(Object.keys(await packageClients(directory))).toEqual(['python', 'php', 'kotlin']);
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it.each([
    ['python', 'src/tributary.py', ''],
    ['php', 'src/tributary.php', ''],
    ['kotlin', 'src/main/kotlin/tributary/Tributary.kt', 'package tributary\n\n'],
  ])('have the code of the page: %s', (language, file, prefix) => {
    const code = written(`${language}/${file}`);
    expect(code.startsWith(prefix)).toBe(true);
    expect(read(`clients/${language}.md`)).toContain(`\n${code.slice(prefix.length)}\`\`\`\n`);
    expect(written(`${language}/README.md`)).not.toMatch(/\]\((?!https?:)/);
  });

  it.each([
    ['python/pyproject.toml', `version = "${version}"`],
    ['php/composer.json', `"version": "${version}"`],
    ['kotlin/pom.xml', `<version>${version}</version>`],
  ])('have the version of Tributary: %s', (file, text) => expect(written(file)).toContain(text));

  it('need what the tests of the pages run with', () => {
    const jars = readFileSync(path.join(root, 'apps/e2e/src/languages/kotlin-jars.sha256'), 'utf8');
    const versions = [...jars.matchAll(/(?:kotlin-stdlib|json)\/([\d.]+)\//g)].map(([, each]) => each ?? '');
    expect(versions).toHaveLength(2);
    for (const each of versions) expect(written('kotlin/pom.xml')).toContain(`>${each}<`);
  });
});
