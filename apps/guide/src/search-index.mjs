import MiniSearch from 'minisearch';
import { anchorMaker } from './anchors.mjs';
import { plainText } from './read-pages.mjs';
import { searchOptions } from './search-options.mjs';

const leadCharacters = 140;

/** The index that the browser loads, as JSON: an entry for each part of a page below a heading. */
export function searchIndex(pages) {
  const index = new MiniSearch(searchOptions);
  index.addAll(pages.flatMap(entriesOf).map((entry, id) => ({ id, ...entry })));
  return JSON.stringify(index);
}

/** @param {import('./read-pages.mjs').Page} page */
function entriesOf({ name, title, tokens, section, description }) {
  const makeAnchor = anchorMaker();
  const rank = section.isForReviewers ? 0.3 : 1;
  const entries = [];
  for (const token of tokens)
    if (token.type === 'heading') {
      const anchor = makeAnchor(token.text);
      const isFirst = token.depth === 1;
      const heading = plainText(token.tokens);
      entries.push({
        title,
        heading,
        address: isFirst ? name : `${name}#${anchor}`,
        rank: isFirst ? rank * 1.5 : rank,
        texts: [],
      });
    } else entries.at(-1)?.texts.push(plainText([token]));
  return entries.map(({ texts, ...entry }) => {
    const text = texts.join(' ').replaceAll(/\s+/g, ' ').trim();
    return { ...entry, text, lead: entry.address === name ? description : cut(text) };
  });
}

const cut = (text) =>
  text.length > leadCharacters ? `${text.slice(0, leadCharacters).replace(/\s\S*$/, '')} …` : text;
