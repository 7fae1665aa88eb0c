export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** The one of the three that stands most often in the header row, outside quotes; a comma when none does. */
export function detectDelimiter(header: string): Delimiter {
  const unquoted = header.replace(/"(?:[^"]|"")*"/g, '');
  const counts = delimiters.map((delimiter) => unquoted.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}
