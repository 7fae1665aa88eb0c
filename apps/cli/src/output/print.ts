import { styleText } from 'node:util';
import { rowsToCsv } from '@tributary/dashboards/queries/rows-to-csv';
import { printableJson } from './printable.js';
import { drawTable, type Table } from './table.js';

export type Format = 'table' | 'csv' | 'json';

/** Data goes to stdout, everything else to stderr: a pipe gets only data. */
export const printText = (text: string): boolean => process.stdout.write(text);

export const printLine = (line: string): boolean => printText(`${line}\n`);

/** One JSON document. */
export const printJson = (value: unknown): boolean => printLine(printableJson(value, 2));

/** One line of NDJSON. */
export const printJsonLine = (value: unknown): boolean => printLine(printableJson(value));

/** Cut to the terminal; complete in a pipe. */
export function printTable(table: Table): void {
  const lines = drawTable(table, process.stdout.isTTY ? process.stdout.columns : undefined);
  const isHeader = (index: number) => table.headers !== undefined && index === 0;
  const text = lines.map((line, index) => `${isHeader(index) ? styled('bold', line) : line}\n`).join('');
  printText(text);
}

/** @param table how people see it; CSV has the same columns, a list of names and values two of them */
export function print(format: Format, value: unknown, table: () => Table): void {
  if (format === 'json') return void printJson(value);
  if (format === 'table') return printTable(table());
  const { headers = ['name', 'value'], rows } = table();
  const complete = rows.map((row) => headers.map((_header, index) => row[index] ?? null));
  printText(rowsToCsv({ columns_headers: [...headers], rows: complete }));
}

/** Plain where stdout is no terminal, and with NO_COLOR. */
export const styled = (style: Parameters<typeof styleText>[0], text: string): string =>
  styleText(style, text, { stream: process.stdout });

/** `2026-11-23 14:02:07`, in UTC as the reports are. */
export const formatInstant = (ms: number | null | undefined): string =>
  ms === null || ms === undefined || Math.abs(ms) > 8.64e15
    ? ''
    : new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
