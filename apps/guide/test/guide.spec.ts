import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import MiniSearch from 'minisearch';
import { ask, checkoutWith, readPages, render, root, searchIndex, searchOptions, sections } from './guide-builder.js';

const pages = readPages(root);

describe('the sections', () => {
  it('have each document exactly once', () => {
    const documents = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`);
    expect(documents.length).toBeGreaterThan(60);
    expect(
      pages
        .map(({ file }) => file)
        .filter((file) => file.startsWith('docs/'))
        .sort(),
    ).toEqual(documents.sort());
  });

  it('are those of a reader, and one for reviewers, which begins with the proofs', () => {
    expect(sections.map(({ title }) => title)).toEqual([
      'Start',
      'Send',
      'Import',
      'Understand',
      'Administer',
      'Operate',
      'Reference',
      'For operators and reviewers',
    ]);
    expect(sections.at(-1)?.files.slice(0, 2)).toEqual(['docs/fault-proof.md', 'docs/scale.md']);
    expect(sections.at(-1)?.folders?.map(({ folder }) => folder)).toEqual(['bench', 'docs/design', 'docs/adr']);
  });

  it.each([
    ['none', ['docs/a.md'], 'docs/b.md'],
    ['two', ['docs/a.md', 'docs/b.md', 'docs/b.md'], 'docs/b.md'],
  ])('refuse a document in %s of them (control)', (_how, files, named) => {
    const checkout = checkoutWith({ 'docs/b.md': '# B\n' });
    expect(() => readPages(checkout, [{ title: 'All', files }])).toThrow(`in exactly one section`);
    expect(() => readPages(checkout, [{ title: 'All', files }])).toThrow(named);
    expect(readPages(checkout, [{ title: 'All', files: ['docs/a.md', 'docs/b.md'] }])).toHaveLength(2);
  });

  it('give each page a title, a sentence and an address of its own', () => {
    const undescribed = pages.filter(({ title, description }) => title === '' || description.length < 20);
    expect(undescribed.map(({ file }) => file)).toEqual([]);
    expect(new Set(pages.map(({ name }) => name)).size).toBe(pages.length);
  });
});

describe('a link', () => {
  it.each([
    ['[x](a.md)', '<a href="./a">x</a>', '[x](./a.md)'],
    ['[x](a.md#a)', '<a href="./a#a">x</a>', '[x](./a.md#a)'],
    ['[x](#head)', '<a href="#head">x</a>', '[x](#head)'],
    ['[x](https://a.example)', '<a href="https://a.example">x</a>', '[x](https://a.example)'],
    ['[x](http://localhost:8080/docs)', '<a href="./../docs">x</a>', '[x](./../docs)'],
    ['[x](../README.md#deploy)', '<a href="./">x</a>', '[x](./)'],
    ['[x](../apps/x.ts)', '<span class="file" title="../apps/x.ts">x</span>', '[x](../apps/x.ts)'],
    ['![x](pictures/p.png)', '<img src="./pictures/p.png" alt="x" loading="lazy">', '![x](./pictures/p.png)'],
    ['`[x](a.md)`', '<code>[x](a.md)</code>', '`[x](a.md)`'],
  ])('%s leads to what the guide serves', (link, html, markdown) => {
    const rendered = render({ 'docs/page.md': `# Head\n\n${link}\n` });
    expect(rendered.html).toContain(`<p>${html}</p>`);
    expect(rendered.markdown).toBe(`# Head\n\n${markdown}\n`);
    expect([...rendered.links.broken]).toEqual([]);
  });

  it('goes up from a folder', () => {
    const { html } = render({
      'docs/adr/1.md': '# One\n\n[x](../a.md) [y](../../SECURITY.md)\n',
      'SECURITY.md': '# S\n',
    });
    expect(html).toContain('<a href="../a">x</a> <a href="../security-policy">y</a>');
  });

  it.each(['nowhere.md', 'a.md#nowhere', '#nowhere', '../NOWHERE.md', 'folder'])('to %s is broken', (target) => {
    const { links } = render({ 'docs/page.md': `# Head\n\n[x](${target})\n` });
    expect([...links.broken]).toEqual([`docs/page.md: ${target}`]);
  });
});

it('two headings of one text have two anchors', () => {
  const { html } = render({ 'docs/page.md': '# Head\n\n## `a` b!\n\n## a b\n' });
  expect([...html.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id)).toEqual(['a-b', 'a-b-1']);
});

it('code is text, and a table may scroll', () => {
  const { html } = render({
    'docs/page.md': '# Head\n\n```html\n<script>&</script>\n```\n\n| a | |\n|---|---|\n| `<b>` | 2 |\n',
  });
  expect(html).toContain('<pre tabindex="0"><code>&lt;script&gt;&amp;&lt;/script&gt;</code></pre>');
  expect(html).toContain(
    '<div class="wide" tabindex="0"><table><thead><tr><th scope="col">a</th><td></td></tr></thead>',
  );
  expect(html).toContain('<td><code>&lt;b&gt;</code></td>');
});

describe('the search', () => {
  const index = MiniSearch.loadJSON(searchIndex(pages), searchOptions as never);
  it.each([
    ['script tag', 'web-pages'],
    ['track my website', 'web-pages'],
    ['datamart', 'datamart'],
    ['mixpanel posthog', 'moving'],
    ['collect key', 'web-pages'],
    ['UPSTREAM_TIMEOUT_MS', 'configuration'],
    ['keycloak', 'sign-in'],
    ['csv import', 'imports'],
    ['back up', 'operations'],
    ['clikhouse', 'operations'],
  ])('finds "%s" on the page %s', (text, name) => {
    const found = ask(index, text).map(({ address }) => address.split('#')[0]);
    expect(found.slice(0, 5)).toContain(name);
  });

  it('finds nothing for a word that no page has (control)', () => expect(ask(index, 'xyzzyq')).toEqual([]));
});
