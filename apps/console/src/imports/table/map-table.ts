import { hashEmail } from '@tributary/client/people/guess-selector';
import type { ColumnMapping } from '@tributary/contracts/rules/column-mapping';
import { CsvRecords, type CsvRecord } from '@tributary/contracts/rules/csv-records';
import { splitCsvRow, type CsvRow } from '@tributary/contracts/rules/csv-row';
import { mappedLine, unreadableLine } from '@tributary/contracts/rules/mapped-line';
import { addressesIn, mapRow, type MappedRow } from '@tributary/contracts/rules/map-row';

export interface TableSettings {
  mapping: ColumnMapping;
  encoding: string;
  /** The words of the junk list that identify people in the datamart. */
  junkExceptions: readonly string[];
}

/** Rows as the server will understand them, or why it will not. Addresses are hashed here. @throws CannotHashEmail */
export async function mapRows(
  rows: readonly CsvRow[],
  { mapping, junkExceptions }: Pick<TableSettings, 'mapping' | 'junkExceptions'>,
): Promise<(MappedRow | { problem: string })[]> {
  const addresses = new Set(rows.flatMap((row) => ('cells' in row ? addressesIn(mapping, row.cells) : [])));
  const hashes = new Map(
    await Promise.all(Array.from(addresses, async (address) => [address, await hashEmail(address)] as const)),
  );
  const context = { hashOf: (address: string) => hashes.get(address) ?? '', junkExceptions };
  return rows.map((row) => ('problem' in row ? row : mapRow(mapping, row.cells, context)));
}

/**
 * The lines to upload, one for each row of a table, in pieces of the size of what is read. It holds one piece at a time.
 *
 * @param onRead gets the number of bytes that were read
 */
export async function* mapTable(
  table: ReadableStream<Uint8Array>,
  settings: TableSettings,
  onRead: (bytes: number) => void,
): AsyncGenerator<string> {
  const found: CsvRecord[] = [];
  const cut = new CsvRecords((record) => found.push(record));
  const decoder = new TextDecoder(settings.encoding);
  const reader = table.getReader();
  let hasHeader = false;
  let read = 0;
  for (let isDone = false; !isDone;) {
    const piece = await reader.read();
    isDone = piece.done;
    cut.push(decoder.decode(piece.value, { stream: !isDone }));
    if (isDone) cut.end();
    const records = found.splice(0);
    if (!hasHeader && records.shift()) hasHeader = true;
    if (records.length > 0) yield await linesOf(records, cut, settings);
    onRead((read += piece.value?.length ?? 0));
  }
}

async function linesOf(
  records: CsvRecord[],
  { delimiter = ',' }: CsvRecords,
  settings: TableSettings,
): Promise<string> {
  const rows = records.map(({ text, isTooLong }) =>
    isTooLong ? { problem: 'the row is longer than 1 MiB' } : splitCsvRow(text, delimiter),
  );
  const mapped = await mapRows(rows, settings);
  const lines = mapped.map((row, index) =>
    'problem' in row ? unreadableLine(records[index]?.line ?? 0, row.problem) : mappedLine(settings.mapping, row),
  );
  return `${lines.join('\n')}\n`;
}
