import type { DocumentType, MimeType } from './document-types.js';
import { decodeHead, type FileHead } from './guess-import.js';
import { isObject, type JsonObject } from '@tributary/contracts/rules/json/json-object';
import { checkLine, type FoundIdentifier } from './line-rules.js';
import { detectDelimiter, isDelimiterLine, splitCsvRow, type Delimiter } from '@tributary/contracts/rules/csv-row';
import { splitRecords, type FileRecord } from './split-records.js';

/** How many lines are checked before an upload. */
export const checkedLines = 20;

export interface LineProblem {
  line: number;
  problem: string;
  /** The beginning of the line. */
  content: string;
}

export interface LinesCheck {
  /** How many lines were checked. */
  checked: number;
  problems: LineProblem[];
  /** How many of the checked lines have identifiers of a kind, by field. */
  identifiers: [field: string, lines: number][];
  /** The fields of the first line, or the columns. */
  fields: string[];
}

export interface CheckSettings {
  document_type: DocumentType;
  mime_type: MimeType;
  encoding: string;
}

/** Checks the first lines of a file as the server will. The server has more rules, and decides. */
export function checkLines(head: FileHead, { document_type, mime_type, encoding }: CheckSettings): LinesCheck {
  const text = decodeHead(head.bytes, encoding);
  if (text === undefined) return nothing('this encoding is not known here, so no line was checked');
  const isCsv = mime_type === 'TEXT_CSV';
  const most = isCsv ? checkedLines + 1 : checkedLines;
  const records = splitRecords(text, { isCsv, isWhole: head.isWhole, most });
  if (records.length === 0 && head.isWhole) return nothing('the file has no lines');
  if (records.length === 0) return nothing('the first line is too long to be checked here');
  const check = isCsv ? checkRows(document_type, records) : checkObjects(document_type, records);
  return check;
}

const nothing = (problem: string): LinesCheck => ({
  checked: 0,
  problems: [{ line: 1, problem, content: '' }],
  identifiers: [],
  fields: [],
});

function checkObjects(document_type: DocumentType, records: FileRecord[]): LinesCheck {
  const counts = new CheckCounts(document_type);
  for (const record of records) {
    const value = parse(record.text);
    if (isObject(value)) counts.add(record, value);
    else counts.fail(record, value === undefined ? whyNotJson(record.text) : 'is not a JSON object');
  }
  return counts.result(records.length);
}

function whyNotJson(text: string): string {
  return /^\s*[[{]\s*$/.test(text)
    ? 'is not complete: NDJSON needs one whole JSON object on each line, not one spread over several'
    : 'is not JSON';
}

function checkRows(document_type: DocumentType, [header, ...rows]: FileRecord[]): LinesCheck {
  const counts = new CheckCounts(document_type);
  if (isDelimiterLine(header?.text ?? ''))
    return nothing('is for a spreadsheet program, as it begins with "sep=": remove it');
  const delimiter = detectDelimiter(header?.text ?? '');
  const columns = cellsOf(header?.text ?? '', delimiter)?.map((name) => name.trim());
  if (!header || !columns) return nothing('the quotes of the header row are wrong');
  const repeated = columns.find((name, index) => columns.indexOf(name) !== index);
  if (repeated !== undefined) counts.fail(header, `the header names the column "${repeated}" twice`);
  for (const row of rows) {
    const cells = cellsOf(row.text, delimiter);
    if (!cells) counts.fail(row, 'has a wrong quote');
    else if (cells.length !== columns.length)
      counts.fail(row, `has ${cells.length} cells, the header has ${columns.length}`);
    else counts.add(row, objectOf(document_type, columns, cells));
  }
  return { ...counts.result(rows.length), fields: columns };
}

function cellsOf(row: string, delimiter: Delimiter): string[] | undefined {
  const read = splitCsvRow(row, delimiter);
  return 'cells' in read ? read.cells : undefined;
}

/** The NDJSON line with the same meaning as the row. An empty cell is an absent field. */
function objectOf(document_type: DocumentType, columns: string[], cells: string[]): JsonObject {
  const given = columns.flatMap((name, index): [string, string][] => (cells[index] ? [[name, cells[index]]] : []));
  const row: Partial<Record<string, string>> = Object.fromEntries(given);
  if (document_type === 'USER_PROFILE')
    return { ...row, user_profile: row.user_profile === undefined ? {} : parse(row.user_profile) };
  if (document_type !== 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS') return row;
  const { user_account_id, email_hash, user_agent_id } = row;
  const identifiers: JsonObject[] = [];
  if (user_account_id) identifiers.push({ type: 'USER_ACCOUNT', user_account_id });
  if (email_hash) identifiers.push({ type: 'USER_EMAIL', hash: email_hash });
  if (user_agent_id) identifiers.push({ type: 'USER_AGENT', user_agent_id });
  return { identifiers };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

class CheckCounts {
  private readonly problems: LineProblem[] = [];
  private readonly linesByField = new Map<string, number>();
  private fields: string[] = [];

  constructor(private readonly document_type: DocumentType) {}

  add(record: FileRecord, value: JsonObject): void {
    if (this.fields.length === 0) this.fields = Object.keys(value);
    const { identifiers, problems } = checkLine(this.document_type, value);
    for (const field of new Set(identifiers.map(nameOf)))
      this.linesByField.set(field, (this.linesByField.get(field) ?? 0) + 1);
    for (const problem of problems) this.fail(record, problem);
  }

  fail({ line, text }: FileRecord, problem: string): void {
    this.problems.push({ line, problem, content: text.slice(0, 200) });
  }

  result(checked: number): LinesCheck {
    return { checked, problems: this.problems, identifiers: [...this.linesByField], fields: this.fields };
  }
}

/** The kinds under which the console counts: an address and a hash are both an e-mail. */
function nameOf({ field }: FoundIdentifier): string {
  return ['hash', 'email', 'email_hash'].includes(field) ? 'e-mail' : field;
}
