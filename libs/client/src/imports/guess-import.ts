import { mimeTypesOf, type DocumentType, type MimeType } from './document-types.js';
import { detectDelimiter, splitCsvRow } from '@tributary/contracts/rules/csv-row';
import { identifierColumns } from '@tributary/contracts/rules/people/identifier-forms';
import { splitRecords } from './split-records.js';

/** How much of a file is read before its upload. */
export const headBytes = 65_536;

export interface FileHead {
  /** The first bytes of the file, at most `headBytes`. */
  bytes: Uint8Array;
  name: string;
  /** Whether the bytes are the whole file. */
  isWhole: boolean;
}

export interface GuessedImport {
  document_type: DocumentType;
  mime_type: MimeType;
  encoding: string;
}

/** The settings of a file, as its name and its first bytes suggest. The user can correct each part. */
export function guessImport(head: FileHead): GuessedImport {
  const encoding = guessEncoding(head.bytes, head.isWhole);
  const text = decodeHead(head.bytes, encoding) ?? '';
  const mime_type = guessMimeType(head.name, text);
  const keys = keysOf(text, mime_type, head.isWhole);
  const document_type = mime_type === 'TEXT_CSV' ? typeOfColumns(keys) : typeOfKeys(keys, head.name, text);
  return {
    document_type,
    mime_type: mimeTypesOf(document_type).includes(mime_type) ? mime_type : 'APPLICATION_X_NDJSON',
    encoding,
  };
}

/** The text of the first bytes, without a byte order mark, which decides as for the server; undefined if the encoding is unknown here. */
export function decodeHead(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(markedEncoding(bytes) ?? encoding).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/** The encoding that a byte order mark at the start names. */
function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

function guessEncoding(bytes: Uint8Array, isWhole: boolean): string {
  const marked = markedEncoding(bytes);
  if (marked) return marked;
  const [first, second] = bytes;
  // ASCII in UTF-16 has a zero in every second byte.
  if (first === 0) return 'utf-16be';
  if (second === 0) return 'utf-16le';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

function guessMimeType(name: string, text: string): MimeType {
  if (/\.(csv|tsv)$/i.test(name)) return 'TEXT_CSV';
  if (/\.(ndjson|jsonl|json)$/i.test(name)) return 'APPLICATION_X_NDJSON';
  return /^\s*[{[]/.test(text) || text.trim() === '' ? 'APPLICATION_X_NDJSON' : 'TEXT_CSV';
}

function keysOf(text: string, mime_type: MimeType, isWhole: boolean): string[] {
  const isCsv = mime_type === 'TEXT_CSV';
  const [first] = splitRecords(text, { isCsv, isWhole, most: 1 });
  if (!first) return [];
  if (isCsv) {
    const read = splitCsvRow(first.text, detectDelimiter(first.text));
    return 'cells' in read ? read.cells.map((name) => name.trim()) : [];
  }
  try {
    const value: unknown = JSON.parse(first.text);
    return typeof value === 'object' && value !== null ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

function typeOfColumns(columns: string[]): DocumentType {
  if (columns.includes('segment_id') || columns.includes('segment_technical_name')) return 'USER_SEGMENT';
  const areIdentifiers = columns.length > 1 && columns.every((name) => identifierColumns.some((one) => one === name));
  return areIdentifiers ? 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS' : 'USER_PROFILE';
}

/** Erasure is guessed only where nothing else fits: of all kinds, it does the most harm by mistake. */
function typeOfKeys(keys: string[], name: string, text: string): DocumentType {
  if (keys.includes('user_profile')) return 'USER_PROFILE';
  if (keys.includes('user_choice')) return 'USER_CHOICE';
  if (keys.includes('segment_id') || keys.includes('segment_technical_name')) return 'USER_SEGMENT';
  if (keys.includes('identifiers'))
    return /dissoc|split/i.test(name)
      ? 'USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS'
      : 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS';
  if (!keys.includes('type')) return 'USER_ACTIVITY';
  return /"type"\s*:\s*"USER_POINT"/.test(text) ? 'USER_POINTS_DELETION' : 'USER_IDENTIFIERS_DELETION';
}
