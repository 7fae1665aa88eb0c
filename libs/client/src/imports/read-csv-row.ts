const delimiters = [',', ';', '\t'];

/** The most frequent delimiter of the header, outside quotes. */
export function delimiterOf(header: string): string {
  const unquoted = header.replace(/"(?:[^"]|"")*"/g, '');
  const counts = delimiters.map((delimiter) => unquoted.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The cells of a row (RFC 4180); undefined if its quotes are wrong. */
export function readCsvRow(row: string, delimiter: string): string[] | undefined {
  const cells: string[] = [];
  for (let from = 0; ;) {
    const isQuoted = row[from] === '"';
    const end = isQuoted ? endOfQuoted(row, from) : endOfPlain(row, from, delimiter);
    if (end === undefined) return undefined;
    const text = row.slice(from, end);
    if (!isQuoted && text.includes('"')) return undefined;
    cells.push(isQuoted ? text.slice(1, -1).replaceAll('""', '"') : text);
    if (end === row.length) return cells;
    if (row[end] !== delimiter) return undefined;
    from = end + 1;
  }
}

function endOfPlain(row: string, from: number, delimiter: string): number {
  const next = row.indexOf(delimiter, from);
  return next === -1 ? row.length : next;
}

function endOfQuoted(row: string, from: number): number | undefined {
  for (let at = from + 1; ; at += 2) {
    at = row.indexOf('"', at);
    if (at === -1) return undefined;
    if (row[at + 1] !== '"') return at + 1;
  }
}
