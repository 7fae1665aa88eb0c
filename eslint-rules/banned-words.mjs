// Words that docs/design/glossary.md replaces by the field's terms, each with what to write instead.
const replacements = [
  [/\b(tell|tells|told|telling)\b/i, 'publish, emit, report, say'],
  [/\banew\b/i, 'again, from scratch'],
  [/\b(whoever|whatever|whomever)\b/i, 'name the subject: a client, an operator, every value'],
  [/\b(nobody|somebody)\b/i, 'no client, a client, no process'],
  [/\bnews\b/i, 'pending events, notification'],
  [/(?<!\bdead[ -])\bletters?\b/i, 'dead letter; character for a sign'],
  [/\b(patient|patiently|patience|impatient)\b/i, 'background, timeout, deadline'],
  [/\b(breath|breathe|breathes|breather)\b/i, 'yield to the event loop'],
  [/\bin turn\b/i, 'one after the other'],
  [/\bstrangers?\b/i, 'unowned, unknown'],
  [/\bfated?s?\b/i, 'outcome'],
  [/\bhearsay\b/i, 'cached look-up'],
  [/\bgather(s|ed|ing)?\b/i, 'linger, collect'],
  [/\bwhat comes\b/i, 'name what it is'],
  [/\blanes?\b/i, 'partition, worker queue'],
];

/** The first banned word of a text, with what to write instead; undefined when there is none. */
export function findBannedWord(text) {
  for (const [pattern, instead] of replacements) {
    const match = pattern.exec(text);
    if (match) return { word: match[0], instead, index: match.index };
  }
  return undefined;
}

/** A comment without a subject: it begins with a relative word. The text may have the comment's marks. */
export const isHeadless = (comment) => /^[\s/*#]*(What|Of|Those|Who)\b/.test(comment);

/** The words of a name: `deadLetterOf`, `dead_letter_of` and `DEAD_LETTER_OF` all read "dead letter of". */
export const wordsOfName = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[_\-.$]+/g, ' ')
    .toLowerCase();
