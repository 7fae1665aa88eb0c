import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Lexer } from 'marked';
import { anchorMaker } from './anchors.mjs';
import { nameOf, sections } from './sections.mjs';

/**
 * @typedef {object} Page
 * @property {string} file relative to the checkout
 * @property {string} name its address below `/guide/`
 * @property {string} title of its first heading
 * @property {string} description the first sentence
 * @property {string} markdown
 * @property {import('marked').TokensList} tokens
 * @property {Set<string>} anchors
 * @property {import('./sections.mjs').Section} section
 * @property {string} [folder] that it is listed with
 */

/**
 * The pages in their order.
 *
 * @param root the checkout
 * @returns {Page[]}
 * @throws if a file of docs stands in no section, or in two
 */
export function readPages(root, contents = sections) {
  const listed = new Set(contents.flatMap(({ files }) => files));
  const pages = contents.flatMap((section) => [
    ...section.files.map((file) => readPage(root, file, section)),
    ...(section.folders ?? []).flatMap(({ folder }) =>
      markdownIn(root, folder)
        .filter((file) => !listed.has(file))
        .map((file) => ({ ...readPage(root, file, section), folder })),
    ),
  ]);
  const times = (file) => pages.filter((page) => page.file === file).length;
  const misplaced = [...markdownIn(root, 'docs', true), ...listed].filter((file) => times(file) !== 1);
  if (misplaced.length > 0)
    throw new Error(`not in exactly one section of apps/guide/src/sections.mjs: ${misplaced.join(', ')}`);
  return pages;
}

/** README.md is first. */
const markdownIn = (root, folder, recursive = false) =>
  readdirSync(path.join(root, folder), { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .sort((a, b) => Number(b.endsWith('/README.md')) - Number(a.endsWith('/README.md')) || (a < b ? -1 : 1));

function readPage(root, file, section) {
  const markdown = readFileSync(path.join(root, file), 'utf8');
  const tokens = new Lexer({ gfm: true }).lex(markdown);
  const makeAnchor = anchorMaker();
  const anchors = new Set(tokens.filter(({ type }) => type === 'heading').map(({ text }) => makeAnchor(text)));
  const title = plainText(tokens.find(({ type, depth }) => type === 'heading' && depth === 1)?.tokens ?? []);
  if (title === '') throw new Error(`${file} has no title`);
  const [first = ''] = tokens.filter(({ type }) => type === 'paragraph').map((token) => plainText(token.tokens));
  return { file, name: nameOf(file), title, description: firstSentence(first), markdown, tokens, anchors, section };
}

/** The text of tokens, without their markup. */
export const plainText = (tokens) =>
  tokens
    .map((token) => {
      if (token.type === 'br') return ' ';
      if (token.type === 'table')
        return [token.header, ...token.rows]
          .flat()
          .map((cell) => plainText(cell.tokens))
          .join(' ');
      if (token.type === 'list') return token.items.map((item) => plainText(item.tokens)).join(' ');
      return token.tokens
        ? plainText(token.tokens)
        : token.type === 'image' || token.type === 'html'
          ? ''
          : unescaped(token);
    })
    .join('')
    .replaceAll(/\s+/g, ' ');

const unescaped = ({ type, text, raw }) => (type === 'space' ? ' ' : (text ?? raw));

/** Up to the first full stop, colon or end; a word that begins a paragraph as its heading does not count. */
const firstSentence = (text) => (/^.{20,}?[.:](?=\s|$)/s.exec(text)?.[0] ?? text).replace(/:$/, '.').trim();
