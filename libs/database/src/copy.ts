import { finished } from 'node:stream/promises';
import { type ClientBase, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A value that PostgreSQL reads from text. Give JSON, arrays and dates as the text that it expects. */
export type CopyValue = string | number | bigint | boolean | null;

/** UTF-16 units per write to the socket. A batch of 1,000 rows of 600 bytes fits one write. */
const pieceLength = 4 * 1024 * 1024;

/**
 * Inserts rows with COPY and returns their number. Many times faster than INSERT, but without `on conflict`: copy into a
 * temporary table for that. Any text arrives unchanged; only U+0000 is refused, which PostgreSQL does not store. All rows
 * are in memory at once, so give it batches.
 *
 * @param table a name in the session's schema
 */
export async function copyInto(
  client: ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly CopyValue[]>,
): Promise<number> {
  // Encoded before COPY begins, so that rows that throw leave the connection as it was.
  const pieces = [...encode(rows)];
  const names = columns.map((column) => escapeIdentifier(column)).join(', ');
  const stream = client.query(copyFrom(`copy ${escapeIdentifier(table)} (${names}) from stdin`));
  const done = finished(stream, { readable: false });
  for (const piece of pieces) stream.write(piece);
  stream.end();
  await done;
  return stream.rowCount;
}

/** COPY's text format: a tab between values, a newline after each row, `\N` for null. */
function* encode(rows: Iterable<readonly CopyValue[]>): Iterable<Buffer> {
  let text = '';
  for (const row of rows) {
    for (let index = 0; index < row.length; index++) {
      if (index > 0) text += '\t';
      text += field(row[index] ?? null);
    }
    text += '\n';
    if (text.length < pieceLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

const special = /[\\\n\r\t]/;
const everySpecial = /[\\\n\r\t]/g;
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function field(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value !== 'string') return String(value);
  return special.test(value) ? value.replace(everySpecial, (character) => escapes[character] ?? character) : value;
}
