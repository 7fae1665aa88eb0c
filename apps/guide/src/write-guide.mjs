import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import { description, firstPage, listOfPages, title } from './first-page.mjs';
import { headingsOf, layout } from './layout.mjs';
import { Links } from './links.mjs';
import { readPages } from './read-pages.mjs';
import { renderMarkdown, renderSource } from './render-markdown.mjs';
import { searchIndex } from './search-index.mjs';

/**
 * Writes the guide: a page as HTML and as Markdown for each file, its pictures, the search, and llms.txt.
 *
 * @param root the checkout
 * @param directory exists
 * @throws if a link or an anchor is broken
 */
export async function writeGuide(root, directory) {
  const pages = readPages(root);
  const links = new Links(pages);
  const write = (name, content) => {
    const file = path.join(directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  const writeHashed = (name, extension, content) => {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10);
    const asset = `assets/${name}-${hash}${extension}`;
    write(asset, content);
    return asset;
  };
  const assets = {
    style: writeHashed('guide', '.css', readFileSync(path.join(import.meta.dirname, 'browser/guide.css'))),
    script: writeHashed('search', '.js', await bundleSearch()),
    index: writeHashed('search', '.json', searchIndex(pages)),
  };
  for (const page of pages) {
    const html = renderMarkdown(page, links);
    write(`${page.name}.html`, layout({ ...page, html, headings: headingsOf(page) }, pages, assets));
    write(`${page.name}.md`, renderSource(page, links));
  }
  write('index.html', layout({ name: '', title, description, html: firstPage(pages) }, pages, assets));
  write('index.md', listOfPages(pages, ''));
  write('llms.txt', listOfPages(pages, 'guide/'));
  for (const [file, name] of links.assets) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(directory, name));
  }
  if (links.broken.size > 0) throw new Error(`broken links:\n${[...links.broken].join('\n')}`);
}

/** The script of all pages, with the search engine. */
async function bundleSearch() {
  const input = path.join(import.meta.dirname, 'browser/search.mjs');
  const { output } = await build({
    input,
    platform: 'browser',
    write: false,
    output: { minify: true },
    logLevel: 'warn',
  });
  return output[0].code;
}
