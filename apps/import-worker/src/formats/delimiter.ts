export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** The most frequent delimiter in the header row, outside quotes; a comma if there is none. */
export function detectDelimiter(header: string): Delimiter {
  const unquoted = header.replace(/"(?:[^"]|"")*"/g, '');
  const counts = delimiters.map((delimiter) => unquoted.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}
