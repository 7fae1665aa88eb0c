import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DocumentType } from '@tributary/contracts/imports/import-messages';
import { importTemplates } from '@tributary/contracts/imports/import-templates';
import { parse, parseRow } from '../../test/parsed-lines.js';
import { readColumns } from '../formats/columns.js';

const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/imports.md'), 'utf8');
const accepted = { operation: expect.objectContaining({ kind: expect.any(String) }) };

describe.each(DocumentType.options)('the template of %s', (document_type) => {
  const { lines, rows: [header, ...rows] = [] } = importTemplates[document_type];

  it('has lines that files may have', () => {
    for (const line of lines) expect(parse(document_type, line)).toEqual(accepted);
  });

  it('has rows that files may have, of known columns', () => {
    if (header === undefined) return expect(rows).toEqual([]);
    expect(rows.length).toBeGreaterThan(1);
    expect(readColumns(document_type, header.split(','))).toEqual(header.split(','));
    for (const row of rows) expect(parseRow(document_type, header, row)).toEqual(accepted);
  });

  it('stands in the documentation', () => {
    for (const line of lines) expect(page).toContain(`\n${JSON.stringify(line)}\n`);
    for (const row of [header, ...rows]) if (row !== undefined) expect(page).toContain(`\n${row}\n`);
  });
});
