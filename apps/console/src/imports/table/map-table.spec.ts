import { describe, expect, it } from '@jest/globals';
import { normalAddress } from '@tributary/contracts/rules/email-address';
import { suggestMapping } from '@tributary/contracts/rules/suggest-mapping';
import { createHash } from 'node:crypto';
import { mapTable } from './map-table.js';
import { encodingOf, readTableHead } from './table-head.js';

const headOf = (bytes: Uint8Array) => ({
  bytes: bytes.subarray(0, 65_536),
  name: 't.csv',
  isWhole: bytes.length <= 65_536,
});

async function map(bytes: Uint8Array, chosen = 'utf-8') {
  const head = readTableHead(headOf(bytes), chosen);
  if ('problem' in head) throw new Error(head.problem);
  const rows = head.rows.flatMap(({ row }) => ('cells' in row ? [row.cells] : []));
  const settings = {
    mapping: suggestMapping('USER_PROFILE', { columns: head.columns, rows }),
    encoding: head.encoding,
    junkExceptions: [],
  };
  const pieces: string[] = [];
  let read = 0;
  let longest = 0;
  for await (const piece of mapTable(inPieces(bytes), settings, (count) => (read = count))) {
    longest = Math.max(longest, piece.length);
    pieces.push(piece);
  }
  const lines = pieces.join('').split('\n').slice(0, -1);
  return { lines: lines.map((line) => JSON.parse(line) as unknown), read, longest };
}

/** As browsers read a file. */
const inPieces = (bytes: Uint8Array): ReadableStream<Uint8Array> => {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += 65_536)));
      else controller.close();
    },
  });
};

const hashOf = (address: string) => createHash('sha256').update(normalAddress(address)).digest('hex');

describe('a mapped table', () => {
  const text = 'E-mail;Name;Zip\r\n Ann@Example.org ;"Ann; ""A"" é";01234\r\nbo@example.org;Bo\r\n\r\n;Cy;9\r\n';
  const expected = [
    {
      operation: 'UPSERT',
      compartment_id: 'default',
      email_hash: hashOf('ann@example.org'),
      user_profile: { Name: 'Ann; "A" é', Zip: '01234' },
    },
    { unreadable_row: { line: 3, problem: 'the row has 2 cells, the header has 3' } },
    { unreadable_row: { line: 5, problem: 'no column identifies a person in this row' } },
  ];

  it.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['windows-1252', Buffer.from(text, 'latin1')],
  ])('in %s has one line for each row', async (encoding, bytes) => {
    const { lines, read } = await map(new Uint8Array(bytes), encoding === 'windows-1252' ? encoding : 'utf-8');
    expect(lines).toEqual(expected);
    expect(read).toBe(bytes.length);
  });

  it('is read in pieces, which do not grow with its size', async () => {
    const row = `${'x'.repeat(90)},person@example.org\n`;
    const { lines, longest } = await map(new Uint8Array(Buffer.from(`name,email\n${row.repeat(20_000)}`)));
    expect(lines).toHaveLength(20_000);
    expect(longest).toBeLessThan(300_000);
  });

  it('fails where its bytes are not of the encoding', async () => {
    const { lines } = await map(new Uint8Array(Buffer.from('uid,name\n1,é\n2,b', 'latin1')));
    expect(lines[0]).toEqual({ unreadable_row: { line: 2, problem: 'name: has characters that cannot be read' } });
    expect(lines[1]).toMatchObject({ user_account_id: '2' });
  });

  it.each([
    ['', 'no header'],
    ['a,a\n', 'twice'],
    ['"a\n', 'quote'],
  ])('with the header %j cannot be read', (content, problem) =>
    expect(readTableHead(headOf(Buffer.from(content)), 'utf-8')).toEqual({ problem: expect.stringContaining(problem) }),
  );

  it('has the encoding of its byte order mark', () =>
    expect(encodingOf(headOf(Buffer.from('\ufeffa')), 'windows-1252')).toBe('utf-8'));
});
