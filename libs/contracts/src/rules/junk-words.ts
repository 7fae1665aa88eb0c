/** Trackers send these without an identifier: JavaScript, SQL and other languages write nothing in these words. */
export const junkWords = [
  'null',
  'undefined',
  'none',
  'nil',
  'NaN',
  '(null)',
  '[object Object]',
  'true',
  'false',
  'anonymous',
  'guest',
  'not_authenticated',
] as const;

/** The word of the list that a text is, in any case. */
export const findJunkWord = (text: string): string | undefined =>
  junkWords.find((word) => word.toLowerCase() === text.trim().toLowerCase());
