import { describe, expect, it } from '@jest/globals';
import { mappedTypes, columnUses, mappingProblem, type ColumnMapping } from '@tributary/contracts/rules/column-mapping';
import { valueForms } from '@tributary/contracts/rules/cell-value';
import { CsvRecords, type CsvRecord } from '@tributary/contracts/rules/csv-records';
import { delimiters, splitCsvRow } from '@tributary/contracts/rules/csv-row';
import { mappedLine, unreadableLine } from '@tributary/contracts/rules/mapped-line';
import { addressesIn, mapRow, type MappedRow } from '@tributary/contracts/rules/map-row';
import type { ImportOperation } from '@tributary/contracts/imports/import-messages';
import { emailHash } from '@tributary/contracts/tracking/identifier';
import fc from 'fast-check';
import { badData, parse } from '../../test/parsed-lines.js';
import { codeUnitsOf, RecordScanner, type RecordSpan } from '../formats/record-scanner.js';
import { decoderOf } from '../formats/text-decoder.js';

const context = { hashOf: emailHash, junkExceptions: [] };

/** Texts that mean something somewhere, among those that do not. */
const cell = fc.oneof(
  fc.constantFrom(
    'ann@example.org',
    ' Ann@Example.ORG ',
    'web:1:a',
    'mob:ios:raw:0000-00',
    'null',
    '0',
    'AB'.repeat(32),
  ),
  fc.constantFrom(
    'UPSERT',
    'delete',
    'DELETE',
    '1790000000000',
    '2026-01-02',
    '31.12.2025',
    '4.50',
    '-0',
    'yes',
    'a b',
    'true',
  ),
  fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', ' ', 'é', '€', '0', '@') }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constant('x'.repeat(600)),
);

const mapping = fc
  .constantFrom(...mappedTypes)
  .chain((document_type): fc.Arbitrary<ColumnMapping> =>
    fc.record({
      document_type: fc.constant(document_type),
      columns: fc.array(
        fc.record({
          column: fc.string(),
          use: fc.constantFrom(...columnUses[document_type]),
          name: fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('a', 'toString', 'constructor')),
          form: fc.constantFrom(...valueForms),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      operation: fc.constantFrom('UPSERT' as const, 'DELETE' as const),
      compartment_id: fc.constantFrom('', ' c '),
      segment_id: fc.constantFrom('', 's'),
      event_name: fc.constantFrom('', '$page_view', 'bought'),
      activity_type: fc.constantFrom('SITE_VISIT', 'X'),
    }),
  );

/** The operation that the preview of the row shows. */
function shown(document_type: ColumnMapping['document_type'], row: MappedRow): object {
  const { identifiers, compartment_id, isRemoval, segment_id, ts, properties } = row;
  const [identifier] = identifiers;
  const values = properties.length > 0 ? JSON.stringify(Object.fromEntries(properties)) : undefined;
  switch (document_type) {
    case 'USER_PROFILE':
      return isRemoval
        ? { kind: 'delete_profile', identifier, compartment_id }
        : {
            kind: 'upsert_profile',
            identifier,
            compartment_id,
            update_strategy: 'PARTIAL_UPDATE',
            merge_objects: false,
            properties: values ?? '{}',
          };
    case 'USER_SEGMENT':
      return isRemoval
        ? { kind: 'delete_segment', identifier, segment_id }
        : { kind: 'update_segment', identifier, segment_id, expiration_ts: ts, data_bag: values };
    case 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS':
      return { kind: 'associate', identifiers };
    case 'USER_ACTIVITY':
      return { kind: 'activity', identifiers };
  }
}

function understood(operation: ImportOperation): object {
  if (operation.kind !== 'activity') return operation;
  return { kind: 'activity', identifiers: operation.identifiers };
}

/** JSON has no such number. */
const minusZero: [ColumnMapping, string[]] = [
  {
    document_type: 'USER_ACTIVITY',
    columns: [
      { column: 'agent', use: 'AGENT', name: '', form: 'TEXT' },
      { column: 'price', use: 'PROPERTY', name: 'price', form: 'NUMBER' },
    ],
    operation: 'UPSERT',
    compartment_id: '',
    segment_id: '',
    event_name: 'bought',
    activity_type: 'SITE_VISIT',
  },
  ['ann', '-0'],
];

describe('a mapped row', () => {
  it('is read by the server as the preview shows it', () => {
    const read = { rows: 0, problems: 0 };
    const withRow = mapping.chain((one) =>
      fc.tuple(fc.constant(one), fc.array(cell, { minLength: one.columns.length, maxLength: one.columns.length })),
    );
    fc.assert(
      fc.property(withRow, ([one, cells]) => {
        fc.pre(mappingProblem(one) === undefined);
        const row = mapRow(one, cells, context);
        if ('problem' in row) {
          read.problems += 1;
          expect(parse(one.document_type, unreadableLine(7, row.problem))).toEqual(badData);
          return;
        }
        read.rows += 1;
        const parsed = parse(one.document_type, mappedLine(one, row));
        if (!('operation' in parsed)) throw new Error(`${parsed.error}: ${mappedLine(one, row)}`);
        expect(understood(parsed.operation)).toEqual(shown(one.document_type, row));
        if (parsed.operation.kind !== 'activity') return;
        expect(JSON.parse(parsed.operation.body)).toMatchObject({
          $type: one.activity_type,
          ...(row.ts !== undefined && { $ts: row.ts }),
          ...(row.event_name !== undefined && {
            $events: [{ $event_name: row.event_name, $properties: Object.fromEntries(row.properties) }],
          }),
        });
      }),
      { numRuns: 3_000, examples: [[minusZero]] },
    );
    // Otherwise the generator would prove nothing.
    expect(Math.min(read.rows, read.problems)).toBeGreaterThan(20);
  });

  it('sends no address, in a problem neither', () => {
    fc.assert(
      fc.property(mapping, fc.array(cell, { minLength: 6, maxLength: 6 }), (one, six) => {
        const columns = one.columns.map((column) => ({
          ...column,
          use: column.use === 'PROPERTY' ? ('IGNORE' as const) : column.use,
          column: 'c',
        }));
        const cells = six
          .slice(0, columns.length)
          .map((text, index) => (columns[index]?.use === 'EMAIL' ? text : text.replaceAll('@', '')));
        const row = mapRow({ ...one, columns }, cells, context);
        expect('problem' in row ? unreadableLine(1, row.problem) : mappedLine(one, row)).not.toContain('@');
      }),
    );
  });

  it('names the addresses that have to be hashed before', () => {
    const columns = [{ column: 'mail', use: 'EMAIL' as const, name: '', form: 'TEXT' as const }];
    const one: ColumnMapping = {
      document_type: 'USER_PROFILE',
      columns,
      operation: 'UPSERT',
      compartment_id: '',
      segment_id: '',
      event_name: '',
      activity_type: 'X',
    };
    expect(addressesIn(one, [' Ann@Example.org '])).toEqual(['ann@example.org']);
  });
});

const encode: Record<string, (text: string) => Buffer> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-16le': (text) => Buffer.from(text, 'utf16le'),
  'utf-16be': (text) => Buffer.from(text, 'utf16le').swap16(),
  'windows-1252': (text) => Buffer.from(text.replaceAll('€', '\u0080'), 'latin1'),
};

describe('a table', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', '"', '"', ',', ';', '\t', '\n', '\r', '\r\n', ' ', 'é', '€'),
    maxLength: 60,
  });

  it('is cut into the records that the server finds, in any encoding and any pieces', () => {
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(...Object.keys(encode)),
        fc.integer({ min: 1, max: 9 }),
        (content, encoding, size) => {
          const bytes = encode[encoding]?.(content) ?? Buffer.alloc(0);
          expect(cutText(new TextDecoder(encoding, { ignoreBOM: true }), bytes, size)).toEqual(
            cutBytes(encoding, bytes),
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('has the cells that were written', () => {
    const cells = fc.array(
      fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', ' ') }), {
        minLength: 2,
        maxLength: 2,
      }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(
        cells,
        fc.constantFrom(...delimiters),
        fc.constantFrom('\n', '\r\n', '\r'),
        (rows, delimiter, lineEnd) => {
          const written = [['h', 'i'], ...rows].map((row) =>
            row.map((one) => `"${one.replaceAll('"', '""')}"`).join(delimiter),
          );
          const found: CsvRecord[] = [];
          const records = new CsvRecords((record) => found.push(record));
          records.push(`${written.join(lineEnd)}${lineEnd}`);
          records.end();
          expect(records.delimiter).toBe(delimiter);
          expect(found.slice(1).map((record) => splitCsvRow(record.text, delimiter))).toEqual(
            rows.map((row) => ({ cells: row })),
          );
        },
      ),
    );
  });

  it('keeps no record that is too long, and goes on after it', () => {
    const found: CsvRecord[] = [];
    const records = new CsvRecords((record) => found.push(record));
    records.push('a,b\n"');
    for (let piece = 0; piece < 40; piece++) records.push(`${'x'.repeat(50_000)}\n`);
    records.push('",1\nc,d');
    records.end();
    expect(found.map(({ line, text: kept, isTooLong }) => [line, kept, isTooLong])).toEqual([
      [1, 'a,b', false],
      [2, '', true],
      [43, 'c,d', false],
    ]);
  });
});

function cutText(
  decoder: InstanceType<typeof TextDecoder>,
  bytes: Buffer,
  size: number,
): [line: number, text: string][] {
  const found: [number, string][] = [];
  const records = new CsvRecords(({ line, text }) => found.push([line, text]));
  for (let at = 0; at < bytes.length; at += size)
    records.push(decoder.decode(bytes.subarray(at, at + size), { stream: true }));
  records.push(decoder.decode());
  records.end();
  return found;
}

/** As an upload is: the header with all delimiters, the rows after it with that of the header. */
function cutBytes(encoding: string, bytes: Buffer): [line: number, text: string][] {
  const decode = decoderOf(encoding);
  const textOf = ({ start, end }: RecordSpan) => decode(bytes.subarray(start, end));
  const scan = (used: readonly (typeof delimiters)[number][]): RecordSpan[] => {
    const spans: RecordSpan[] = [];
    const scanner = new RecordScanner({ units: codeUnitsOf(encoding), delimiters: used }, (span) => spans.push(span));
    scanner.push(bytes);
    scanner.end();
    return spans;
  };
  const [header] = scan(delimiters);
  if (!header) return [];
  const cut = new CsvRecords(() => undefined);
  cut.push(`${textOf(header)}\n`);
  const rest: RecordSpan[] = [];
  const line = header.line + textOf(header).split(/\r\n|\n|\r/).length - 1;
  const used = cut.delimiter ? [cut.delimiter] : delimiters;
  const scanner = new RecordScanner(
    { units: codeUnitsOf(encoding), delimiters: used, from: { start: header.end, line } },
    (span) => rest.push(span),
  );
  scanner.push(bytes.subarray(header.end));
  scanner.end();
  return [header, ...rest].map((span) => [span.line, textOf(span)]);
}
