import { badFormat } from '@tributary/contracts/errors';
import { headerProblem, splitCsvRow, type Delimiter } from '@tributary/contracts/rules/csv-row';

/** The cells of one record. Throws BAD_REQUEST_FORMAT if its quotes are wrong. */
export function readCsvRow(row: string, delimiter: Delimiter): string[] {
  const read = splitCsvRow(row, delimiter);
  if ('problem' in read) throw badFormat(read.problem);
  return read.cells;
}

/** The column names. Throws BAD_REQUEST_FORMAT for a malformed header, or a repeated or too long name. */
export function readCsvHeader(header: string, delimiter: Delimiter): string[] {
  const columns = readCsvRow(header, delimiter).map((name) => name.trim());
  const problem = headerProblem(columns);
  if (problem) throw badFormat(problem);
  return columns;
}
