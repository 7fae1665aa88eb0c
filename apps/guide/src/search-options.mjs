/** How the search reads texts: the same when the index is built and when it is asked. */
export const searchOptions = {
  fields: ['heading', 'title', 'text'],
  storeFields: ['heading', 'title', 'address', 'lead', 'rank'],
};

/** The best answers, at most `count`. Those with every word are first; without one, those with some. */
export function ask(index, text, count = 12) {
  const options = {
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    boost: { heading: 4, title: 3 },
    boostDocument: (_id, _term, { rank }) => rank,
  };
  const found = index.search(text, { ...options, combineWith: 'AND' });
  return (found.length > 0 ? found : index.search(text, options)).slice(0, count);
}
