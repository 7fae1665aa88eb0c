import { anchorOf } from './anchors.mjs';
import { escapeHtml } from './render-markdown.mjs';
import { sections } from './sections.mjs';

export const title = 'Tributary guide';
export const description =
  'Tributary collects activities of people from web pages, apps and servers, imports files, keeps the data of each person together, and answers reports.';

/** Sections and folders with their pages: the contents of the first page and of llms.txt. */
const groupsOf = (pages) =>
  sections.flatMap((section) => [
    { level: 2, title: section.title, pages: pages.filter((page) => page.section === section && !page.folder) },
    ...(section.folders ?? []).map(({ folder, title }) => ({
      level: 3,
      title,
      pages: pages.filter((page) => page.folder === folder),
    })),
  ]);

/** The HTML of the first page. */
export const firstPage = (pages) =>
  [
    `<h1>${title}</h1>`,
    `<p>${description}</p>`,
    '<p>All pages are here offline, and are those of the version that runs. <a href="../docs">The API</a> is a page to read and try each operation.</p>',
    ...groupsOf(pages).map(
      (group) =>
        `<h${group.level} id="${anchorOf(group.title)}">${group.title}</h${group.level}>\n<ul class="list">${group.pages
          .map(
            (page) =>
              `<li><a href="./${page.name}">${escapeHtml(page.title)}</a> <span>${escapeHtml(page.description)}</span></li>`,
          )
          .join('\n')}</ul>`,
    ),
  ].join('\n');

/**
 * The list of all pages for programs that read (https://llmstxt.org).
 *
 * @param folder of the pages, from where the list is served
 */
export const listOfPages = (pages, folder) =>
  [
    '# Tributary',
    `> ${description}`,
    `Each page is Markdown. The API is described by [openapi.json](${folder === '' ? '../' : ''}openapi.json) (OpenAPI 3.1).`,
    ...groupsOf(pages).map(
      (group) =>
        `${'#'.repeat(group.level)} ${group.title}\n\n${group.pages
          .map((page) => `- [${page.title}](${folder}${page.name}.md): ${page.description}`)
          .join('\n')}`,
    ),
  ].join('\n\n') + '\n';
