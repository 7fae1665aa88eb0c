import { ApiError } from '@tributary/contracts/errors';
import type { DocumentType, ImportOperation } from '@tributary/contracts/imports/import-messages';
import { junkExceptions } from '@tributary/contracts/tracking/junk';
import { parseJson } from '@tributary/http/json-body';
import { readCsvRow } from '../formats/csv-row.js';
import type { Delimiter } from '@tributary/contracts/rules/csv-row';
import { decoderOf, encodingOf } from '../formats/text-decoder.js';
import { readActivityLine } from './activity-line.js';
import { readChoiceLine } from './choice-line.js';
import { csvLine } from './csv-line.js';
import {
  readAssociationLine,
  readDissociationLine,
  readIdentifierDeletionLine,
  readPointDeletionLine,
} from './identifier-lines.js';
import { jsonLine, type Line, type LineContext, type ReadLine } from './line.js';
import { readProfileLine } from './profile-line.js';
import { readSegmentLine } from './segment-line.js';

const readers: Record<DocumentType, ReadLine> = {
  USER_ACTIVITY: readActivityLine,
  USER_PROFILE: readProfileLine,
  USER_SEGMENT: readSegmentLine,
  USER_CHOICE: readChoiceLine,
  USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS: readAssociationLine,
  USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS: readDissociationLine,
  USER_IDENTIFIERS_DELETION: readIdentifierDeletionLine,
  USER_POINTS_DELETION: readPointDeletionLine,
};

/** The format of a file's lines. */
export interface FileFormat {
  document_type: DocumentType;
  encoding: string;
  /** Null for NDJSON. */
  csv_columns: string[] | null;
  csv_delimiter: Delimiter | null;
  /** The exceptions of the datamart at the upload. */
  junk_exceptions?: string[];
}

/** Why a line has no effect. */
export interface BrokenLine {
  error_code: string;
  error: string;
}

type ParsedLine = { operation: ImportOperation } | BrokenLine;
type ParseLine = (bytes: Buffer, context: Omit<LineContext, 'junkExceptions'>) => ParsedLine;

/** Longest error message of a line, in characters: it may quote the line. */
const maxErrorLength = 1_000;

/** The parser for the lines of one file. Parsing a line again has the same result. */
export function lineParser(format: FileFormat): ParseLine {
  const read = readers[format.document_type];
  const toLine = lineReader(format);
  const exceptions = junkExceptions(format.junk_exceptions ?? []);
  return (bytes, context) => {
    let ignored: string[] = [];
    const ignore = (fields: string[]) => (ignored = fields);
    try {
      const operation = read(toLine(bytes), { ...context, ignore, junkExceptions: exceptions });
      if (ignored.length > 0) context.ignore?.(ignored);
      return { operation };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const message = error.message.replace(/^the body /, 'the line ');
      return { error_code: error.code, error: message.slice(0, maxErrorLength) };
    }
  };
}

function lineReader({ document_type, encoding, csv_columns, csv_delimiter }: FileFormat): (bytes: Buffer) => Line {
  const decode = decoderOf(encoding);
  if (csv_columns && csv_delimiter)
    return (bytes) => csvLine(document_type, csv_columns, readCsvRow(decode(bytes), csv_delimiter));
  const isUtf8 = encodingOf(encoding) === 'utf-8';
  return (bytes) => {
    const { text, value } = parseJson(isUtf8 ? bytes : Buffer.from(decode(bytes)));
    return jsonLine(text, value);
  };
}
