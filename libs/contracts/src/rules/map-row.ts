import { maxCompartmentLength, maxHashLength, maxIdentifierLength } from './identifier-lengths.js';
import { readCell } from './cell-value.js';
import type { ColumnMapping, ColumnUse, MappedColumn } from './column-mapping.js';
import { normalAddress } from './email-address.js';
import { isPlaceholder, isPlaceholderAgent } from './junk-words.js';
import { maxNameLength } from './name-problem.js';
import { comparableHash } from './people/identifier-forms.js';

export type MappedIdentifier =
  | { type: 'USER_ACCOUNT'; compartment_id: string; value: string }
  | { type: 'USER_EMAIL'; value: string }
  | { type: 'USER_AGENT'; value: string };

export type MappedValue = string | number | boolean;

/** A row as the platform will understand it. */
export interface MappedRow {
  /** One; of associations and activities all. */
  identifiers: MappedIdentifier[];
  compartment_id: string;
  isRemoval: boolean;
  segment_id?: string;
  /** Epoch ms: when an activity happened, or when a membership ends. */
  ts?: number;
  event_name?: string;
  /** In the order of the columns. */
  properties: [name: string, value: MappedValue][];
}

/** The facts that mapping a row needs besides it. */
export interface MapContext {
  /** SHA-256 of a normal address, in lower-case hexadecimal digits. */
  hashOf: (address: string) => string;
  /** The words of the junk list that identify people in the datamart. */
  junkExceptions: readonly string[];
}

/** The addresses in a row that have to be hashed, in their normal spelling. */
export const addressesIn = ({ columns }: ColumnMapping, cells: readonly string[]): string[] =>
  columns.flatMap(({ use }, index) => {
    const cell = cells[index] ?? '';
    return (use === 'EMAIL' || use === 'EMAIL_HASH') && cell.includes('@') ? [normalAddress(cell)] : [];
  });

/**
 * How a row is understood, or why it is not. The reasons name columns and no cells: they are sent to the server.
 */
export function mapRow(
  mapping: ColumnMapping,
  cells: readonly string[],
  context: MapContext,
): MappedRow | { problem: string } {
  if (cells.length !== mapping.columns.length)
    return { problem: `the row has ${cells.length} cells, the header has ${mapping.columns.length}` };
  try {
    return new RowReader(mapping, cells, context).read();
  } catch (error) {
    if (error instanceof RowProblem) return { problem: error.message };
    throw error;
  }
}

class RowProblem extends Error {}

class RowReader {
  constructor(
    private readonly mapping: ColumnMapping,
    private readonly cells: readonly string[],
    private readonly context: MapContext,
  ) {}

  read(): MappedRow {
    const { document_type } = this.mapping;
    const compartment_id =
      this.text('COMPARTMENT', maxCompartmentLength) || this.mapping.compartment_id.trim() || 'default';
    const isSeveral =
      document_type === 'USER_ACTIVITY' || document_type === 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS';
    const all = this.identifiers(compartment_id);
    const [first] = all;
    if (!first) throw new RowProblem('no column identifies a person in this row');
    const isRemoval = this.isRemoval();
    const row: MappedRow = { identifiers: isSeveral ? all : [first], compartment_id, isRemoval, properties: [] };
    if (document_type === 'USER_SEGMENT') this.readSegment(row);
    if (document_type === 'USER_ACTIVITY') this.readActivity(row);
    if (!isRemoval) row.properties = this.properties();
    if (row.properties.length > 0 && document_type === 'USER_ACTIVITY' && row.event_name === undefined)
      throw new RowProblem('the row has properties, but no event');
    return row;
  }

  private identifiers(compartment_id: string): MappedIdentifier[] {
    const { junkExceptions } = this.context;
    const found: MappedIdentifier[] = [];
    const account = this.text('ACCOUNT', maxIdentifierLength);
    if (!isPlaceholder(account, junkExceptions)) found.push({ type: 'USER_ACCOUNT', compartment_id, value: account });
    const hashes = [this.address(), this.hash()].filter((hash) => hash !== undefined);
    for (const value of new Set(hashes)) found.push({ type: 'USER_EMAIL', value });
    const agent = this.text('AGENT', maxIdentifierLength);
    if (!isPlaceholderAgent(agent, junkExceptions)) found.push({ type: 'USER_AGENT', value: agent });
    return found;
  }

  private address(): string | undefined {
    const text = this.text('EMAIL', maxIdentifierLength);
    if (isPlaceholder(text, this.context.junkExceptions)) return undefined;
    if (!text.includes('@')) throw new RowProblem(`${this.nameOf('EMAIL')}: is no e-mail address`);
    return this.context.hashOf(normalAddress(text));
  }

  private hash(): string | undefined {
    const text = this.text('EMAIL_HASH', maxHashLength);
    if (isPlaceholder(text, this.context.junkExceptions)) return undefined;
    if (text.includes('@')) return this.context.hashOf(normalAddress(text));
    if (/\s/.test(text)) throw new RowProblem(`${this.nameOf('EMAIL_HASH')}: must not contain white space`);
    return comparableHash(text);
  }

  private isRemoval(): boolean {
    const operation = this.text('OPERATION', maxNameLength).toUpperCase() || this.mapping.operation;
    if (!['UPSERT', 'UPDATE', 'DELETE'].includes(operation))
      throw new RowProblem(`${this.nameOf('OPERATION')}: is neither UPSERT, UPDATE nor DELETE`);
    const { document_type } = this.mapping;
    return operation === 'DELETE' && (document_type === 'USER_PROFILE' || document_type === 'USER_SEGMENT');
  }

  private readSegment(row: MappedRow): void {
    const segment_id = this.text('SEGMENT', maxNameLength) || this.mapping.segment_id.trim();
    if (segment_id === '') throw new RowProblem('the row names no segment');
    row.segment_id = segment_id;
    if (!row.isRemoval) this.readTime(row, 'EXPIRATION');
  }

  private readActivity(row: MappedRow): void {
    this.readTime(row, 'TIME');
    const event_name = this.text('EVENT', Infinity) || this.mapping.event_name.trim();
    if (event_name.startsWith('$set_user_')) throw new RowProblem('events that change profiles or choices are no rows');
    if (event_name !== '') row.event_name = event_name;
  }

  private readTime(row: MappedRow, use: ColumnUse): void {
    const { column, cell } = this.find(use);
    if (!column || cell.trim() === '') return;
    const ts = readCell(cell, column.form);
    if (typeof ts !== 'number' || ts <= 0 || !Number.isSafeInteger(ts))
      throw new RowProblem(`${column.column}: is no time as chosen for the column`);
    row.ts = ts;
  }

  private properties(): [string, MappedValue][] {
    return this.mapping.columns.flatMap((column, index): [string, MappedValue][] => {
      const cell = this.cells[index] ?? '';
      if (column.use !== 'PROPERTY' || cell === '' || (column.form !== 'TEXT' && cell.trim() === '')) return [];
      const value = readCell(this.storable(column, cell), column.form);
      if (value === undefined) throw new RowProblem(`${column.column}: is not of the kind chosen for the column`);
      return [[column.name, value]];
    });
  }

  /** The trimmed cell; empty if no column has the use. */
  private text(use: ColumnUse, maxLength: number): string {
    const { column, cell } = this.find(use);
    if (!column) return '';
    const text = this.storable(column, cell).trim();
    if (text.length > maxLength) throw new RowProblem(`${column.column}: is longer than ${maxLength}`);
    return text;
  }

  private storable({ column }: MappedColumn, cell: string): string {
    if (cell.includes('\0') || cell.includes('\ufffd') || !cell.isWellFormed())
      throw new RowProblem(`${column}: has characters that cannot be read`);
    return cell;
  }

  private find(use: ColumnUse): { column?: MappedColumn; cell: string } {
    const index = this.mapping.columns.findIndex((column) => column.use === use);
    const column = this.mapping.columns[index];
    return column ? { column, cell: this.cells[index] ?? '' } : { cell: '' };
  }

  private nameOf = (use: ColumnUse) => this.find(use).column?.column ?? use;
}
