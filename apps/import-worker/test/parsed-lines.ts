import { expect } from '@jest/globals';
import { idsOfLines, type DocumentType } from '@tributary/contracts/imports/import-messages';
import { lineParser, type FileFormat } from '../src/lines/parse-line.js';

export const idOf = idsOfLines('9');
export const context = { idOf, line: 3, creation_ts: 1_000_000 };
export const hash = 'AB'.repeat(32);
export const agent = { type: 'USER_AGENT', value: 'web:1:a' };
export const account = { type: 'USER_ACCOUNT', compartment_id: 'default', value: 'u' };
export const email = { type: 'USER_EMAIL', value: hash.toLowerCase() };

export const format = (document_type: DocumentType, difference: Partial<FileFormat> = {}): FileFormat => ({
  document_type,
  encoding: 'utf-8',
  csv_columns: null,
  csv_delimiter: null,
  ...difference,
});
export const parse = (document_type: DocumentType, line: unknown) =>
  lineParser(format(document_type))(Buffer.from(typeof line === 'string' ? line : JSON.stringify(line)), context);
export const parseRow = (document_type: DocumentType, columns: string, row: string) =>
  lineParser(format(document_type, { csv_columns: columns.split(','), csv_delimiter: ',' }))(Buffer.from(row), context);

export type Fields = Record<string, unknown>;
const broken = (error_code: string) => ({ error_code, error: expect.any(String) });
export const badData = broken('BAD_REQUEST_DATA');
export const badFormat = broken('BAD_REQUEST_FORMAT');
