import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { topicCatalog } from '@tributary/contracts/topics/topic-catalog';

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const filesIn = (directory: string, kind: RegExp) =>
  readdirSync(path.join(root, directory), { encoding: 'utf8', recursive: true })
    .filter((file) => kind.test(file))
    .map((file) => path.join(directory, file));

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'apps/e2e/README.md',
  'deploy/kubernetes/README.md',
  'libs/bus/README.md',
  'libs/client/README.md',
  ...['docs', 'bench'].flatMap((directory) => filesIn(directory, /\.md$/)),
];
const pictures = ['docs', 'bench'].flatMap((directory) => filesIn(directory, /\.(png|svg)$/));

/** Relative links outside code blocks. */
const linksOf = (markdown: string) =>
  [...markdown.replace(/```.*?```/gs, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

/** Anchors as GitHub derives them from headings. */
const anchorsOf = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

function isBroken(link: string, document: string): boolean {
  const [target = '', anchor] = link.split('#');
  const linked = target === '' ? document : path.join(path.dirname(document), target);
  if (!existsSync(path.join(root, linked))) return true;
  return anchor !== undefined && !anchorsOf(read(linked)).includes(anchor);
}

/** The files that the documents link. */
const linked = new Set(
  documents.flatMap((document) =>
    linksOf(read(document)).map((link) => path.join(path.dirname(document), link.split('#')[0] ?? '')),
  ),
);
const unlinked = (files: string[]) => files.filter((file) => !linked.has(file));

describe('the documents', () => {
  it.each(documents)('%s has no broken link', (document) => {
    expect(linksOf(read(document)).filter((link) => isBroken(link, document))).toEqual([]);
  });

  it('a link to a missing file or heading is broken (control)', () => {
    const links = ['nowhere.md', 'docs/operations.md#nowhere', '#nowhere', 'docs/operations.md#install', 'docs/adr'];
    expect(links.filter((link) => isBroken(link, 'README.md'))).toEqual(links.slice(0, 3));
    expect(linksOf('[a](b.md#c) ```sh\n[d](e.md)\n``` [f](https://g.example)')).toEqual(['b.md#c']);
  });

  it('show every picture', () => {
    expect(pictures.length).toBeGreaterThan(10);
    expect(unlinked(pictures)).toEqual([]);
  });

  it('do not show a picture that none of them links (control)', () => {
    const files = ['docs/console/home.png', 'docs/console/home-dark.png', 'home.png'];
    expect(unlinked(files)).toEqual(files.slice(1));
  });
});

it('ARCHITECTURE.md lists each topic with the apps that write and read it', () => {
  const appsOf = (groups: readonly string[]) => [...new Set(groups.map((group) => group.split('.')[0]))].sort();
  const rows = topicCatalog.map(
    ({ topic, producers, consumers }) =>
      `| \`${topic.name}\` | ${producers.join(', ')} | ${appsOf(consumers).join(', ') || '–'} |`,
  );
  const listed = read('ARCHITECTURE.md').match(/^\| `[a-z]+\.[a-z-]+\.v\d+` .*$/gm);
  expect(listed).toEqual(rows);
});
