import { anchorOf } from './anchors.mjs';
import { plainText } from './read-pages.mjs';
import { upwards } from './links.mjs';
import { anchorMaker } from './anchors.mjs';
import { escapeHtml } from './render-markdown.mjs';
import { sections } from './sections.mjs';

/**
 * @typedef {object} Assets names below `/guide/`
 * @property {string} style
 * @property {string} script
 * @property {string} index of the search
 */

/**
 * A whole page. It has no inline script or style, and works without scripts except for the search.
 *
 * @param content.name its address below `/guide/`; empty for the first page
 * @param {import('./read-pages.mjs').Page[]} pages
 * @param {Assets} assets
 */
export function layout({ name, title, description, html, headings = [] }, pages, assets) {
  const up = upwards(name);
  const suffix = name === '' ? '' : ' · Tributary';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(description)}">
<title>${escapeHtml(title)}${suffix}</title>
<link rel="stylesheet" href="${up}${assets.style}">
<link rel="alternate" type="text/markdown" href="${up}${name || 'index'}.md">
<script type="module" src="${up}${assets.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="${up}">Tributary <span>guide</span></a>
<form role="search" data-root="${up}" data-index="${up}${assets.index}" hidden>
<input type="search" name="q" aria-label="Search the guide" placeholder="Search ( / )" autocomplete="off" spellcheck="false">
<div class="found" hidden><p role="status"></p><ol></ol></div>
</form>
<nav aria-label="Site"><a class="to-pages" href="#pages">Pages</a><a href="${up}../">Console</a><a href="${up}../docs">API</a></nav>
</header>
<div class="columns">
<main id="content">
${contentsOf(headings)}${html}
<footer><a href="${up}${name || 'index'}.md">This page as Markdown</a></footer>
</main>
<nav class="pages" id="pages" aria-label="Pages of the guide">
${navigation(name, pages)}
</nav>
</div>
</body>
</html>
`;
}

const navigation = (name, pages) =>
  sections
    .map((section) => {
      const own = pages.filter((page) => page.section === section && page.folder === undefined);
      const links = own.map((page) => navigationLink(page, name));
      for (const { title, folder } of section.folders ?? []) {
        const isHere = pages.some((page) => page.folder === folder && page.name === name);
        links.push(
          `<li><a href="${upwards(name)}#${anchorOf(title)}"${isHere ? ' aria-current="true"' : ''}>${title}</a></li>`,
        );
      }
      return `<h2>${section.title}</h2>\n<ul>${links.join('\n')}</ul>`;
    })
    .join('\n');

const navigationLink = ({ name, title }, current) =>
  `<li><a href="${upwards(current)}${name}"${name === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;

/** The second-level headings of a page that has some. */
const contentsOf = (headings) =>
  headings.length < 3
    ? ''
    : `<details class="contents"><summary>On this page</summary><ul>${headings
        .map(({ anchor, text }) => `<li><a href="#${escapeHtml(anchor)}">${escapeHtml(text)}</a></li>`)
        .join('')}</ul></details>\n`;

/** @param {import('./read-pages.mjs').Page} page */
export function headingsOf({ tokens }) {
  const makeAnchor = anchorMaker();
  return tokens
    .filter(({ type }) => type === 'heading')
    .map(({ text, tokens: content, depth }) => ({ anchor: makeAnchor(text), text: plainText(content), depth }))
    .filter(({ depth }) => depth === 2);
}
