/** Words of the list that may be names of people: a datamart may take them out. */
export const wordsOfPeople = ['true', 'false', 'anonymous', 'guest', 'not_authenticated'] as const;

/** Trackers send these without an identifier: JavaScript, SQL and other languages write nothing in these words. */
export const junkWords = [
  'null',
  'undefined',
  'none',
  'nil',
  'NaN',
  '(null)',
  '[object Object]',
  ...wordsOfPeople,
] as const;

/** The word of the list that a text is, in any case. */
export const findJunkWord = (text: string): string | undefined =>
  junkWords.find((word) => word.toLowerCase() === text.trim().toLowerCase());

export const allZeros = /^0[0-]*$/;
/** Agents of devices end with an advertising id, `mob:ios:raw:<id>`, which is all zeros without consent. */
export const ofDevice = /^(?:mob|mov|tv):/i;

/**
 * Whether a text is a placeholder that identifies no person: nothing, zeros or a word of the list. The server knows their
 * hashes, too.
 *
 * @param exceptions words that identify people in the datamart all the same
 */
export function isPlaceholder(text: string, exceptions: readonly string[] = []): boolean {
  const value = text.trim();
  if (value === '' || allZeros.test(value)) return true;
  const word = findJunkWord(value)?.toLowerCase();
  return word !== undefined && !exceptions.some((one) => one.trim().toLowerCase() === word);
}

/** The same of the id of an agent. */
export const isPlaceholderAgent = (text: string, exceptions?: readonly string[]): boolean =>
  isPlaceholder(text, exceptions) ||
  (ofDevice.test(text.trim()) && allZeros.test(text.slice(text.lastIndexOf(':') + 1).trim()));
