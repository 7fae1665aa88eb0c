import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

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
