import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '../../..');

interface Section {
  title: string;
  files: string[];
  folders?: { title: string; folder: string }[];
  isForReviewers?: boolean;
}
interface Page {
  file: string;
  name: string;
  title: string;
  description: string;
  anchors: Set<string>;
}
interface Links {
  broken: Set<string>;
  assets: Map<string, string>;
}

/** The scripts of the guide have no types. */
const load = <T>(file: string) => import(path.join(import.meta.dirname, '../src', file)) as Promise<T>;

export const { sections } = await load<{ sections: Section[] }>('sections.mjs');
export const { readPages } = await load<{ readPages: (root: string, sections?: Section[]) => Page[] }>(
  'read-pages.mjs',
);
const { Links } = await load<{ Links: new (pages: Page[]) => Links }>('links.mjs');
const { renderMarkdown, renderSource } = await load<{
  renderMarkdown: (page: Page, links: Links) => string;
  renderSource: (page: Page, links: Links) => string;
}>('render-markdown.mjs');
export const { searchIndex } = await load<{ searchIndex: (pages: Page[]) => string }>('search-index.mjs');
export const { ask, searchOptions } = await load<{
  ask: (index: unknown, text: string) => { address: string; title: string }[];
  searchOptions: object;
}>('search-options.mjs');

/** A checkout with these files. */
export function checkoutWith(files: Record<string, string>): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-guide-'));
  for (const [name, content] of Object.entries({ 'docs/a.md': '# A\n', ...files })) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), content);
  }
  return directory;
}

/** Renders the first of the files, which are all in one section. */
export function render(files: Record<string, string>) {
  const pages = readPages(checkoutWith(files), [{ title: 'All', files: [...Object.keys(files), 'docs/a.md'] }]);
  const links = new Links(pages);
  const [page] = pages;
  if (!page) throw new Error('no page');
  return { html: renderMarkdown(page, links), markdown: renderSource(page, links), links };
}
