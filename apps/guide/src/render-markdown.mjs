import { Marked } from 'marked';
import { anchorMaker } from './anchors.mjs';

export const escapeHtml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * The HTML of a page.
 *
 * @param {import('./read-pages.mjs').Page} page
 * @param {import('./links.mjs').Links} links
 */
export function renderMarkdown(page, links) {
  const makeAnchor = anchorMaker();
  const renderer = {
    heading({ text, tokens, depth }) {
      const content = this.parser.parseInline(tokens);
      const id = escapeHtml(makeAnchor(text));
      return depth === 1
        ? `<h1 id="${id}">${content}</h1>\n`
        : `<h${depth} id="${id}"><a class="anchor" href="#${id}">${content}</a></h${depth}>\n`;
    },
    link({ href, tokens }) {
      const content = this.parser.parseInline(tokens);
      const address = links.resolve(href, page);
      // In the checkout only.
      if (address === undefined) return `<span class="file" title="${escapeHtml(href)}">${content}</span>`;
      return `<a href="${escapeHtml(address)}">${content}</a>`;
    },
    image({ href, text }) {
      return `<img src="${escapeHtml(links.resolve(href, page) ?? '')}" alt="${escapeHtml(text)}" loading="lazy">`;
    },
    // A reader without a pointer scrolls what is focused.
    code({ text }) {
      return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
    },
    table(token) {
      const cells = (row) =>
        row.map(
          ({ tokens, header }) =>
            `<${header ? 'th scope="col"' : 'td'}>${this.parser.parseInline(tokens)}</${header ? 'th' : 'td'}>`,
        );
      const rowOf = (row) => `<tr>${cells(row).join('')}</tr>`;
      // Headings of columns without a text name nothing.
      const isEmpty = token.header.every(({ text }) => text === '');
      const head = isEmpty
        ? ''
        : `<thead>${rowOf(token.header).replaceAll('<th scope="col"></th>', '<td></td>')}</thead>`;
      return `<div class="wide" tabindex="0"><table>${head}<tbody>${token.rows.map(rowOf).join('\n')}</tbody></table></div>\n`;
    },
  };
  return new Marked({ gfm: true, renderer }).parser(page.tokens);
}

/** The Markdown of a page, with links that work where the guide serves it. Code stays as it is. */
export const renderSource = (page, links) =>
  page.markdown
    .split(/(```.*?```|`[^`\n]*`)/s)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(/\]\(([^)\s]+)\)/g, (link, target) => {
            const address = links.resolve(target, page, '.md');
            return address === undefined ? link : `](${address})`;
          }),
    )
    .join('');
