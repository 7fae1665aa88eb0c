import { describe, expect, it } from '@jest/globals';
import { toText } from '@tributary/bus/messages/raw-json';
import { ChunkParsed, idsOfLines, type DocumentType } from '@tributary/contracts/imports/import-messages';
import { chunkParsed } from '@tributary/contracts/topics/topics';
import type { ChunkOfFile } from '../chunks/chunks.repository.js';
import { parseChunk, type ChunkBatch } from './parse-chunk.js';

function contentOf(lines: string[], difference: Partial<ChunkOfFile> = {}) {
  const bytes = Buffer.from(lines.join('\n'));
  const chunk: ChunkOfFile = {
    execution_id: '7',
    datamart_id: '1',
    document_type: 'USER_SEGMENT',
    creation_ts: 1,
    input_key: 'a/file',
    chunk: 3,
    first_line: 1,
    byte_start: 0,
    byte_end: bytes.length,
    records: lines.length,
    is_oversized: false,
    is_ordered: false,
    line_secret: null,
    credential: null,
    user_id: null,
    applied_batches: [],
    encoding: 'utf-8',
    csv_columns: null,
    csv_delimiter: null,
    ...difference,
  };
  return parseChunk({ chunk, bytes });
}

const membership = (user: number) => `{"operation":"UPDATE","user_agent_id":"web:1:${user + 1}","segment_id":"s"}`;
const valueOf = ({ json }: ChunkBatch) => ChunkParsed.parse(JSON.parse(toText(json)));
const memberships = (count: number) => Array.from({ length: count }, (_, user) => membership(user));

describe('parsing a chunk', () => {
  it.each([0, 1, 125, 126, 5_000])('returns each of %d lines once', (count) => {
    const { batches, lines } = contentOf(memberships(count));
    const numbers = batches.flatMap((batch) => valueOf(batch).lines.map(({ line }) => line));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expect(lines).toBe(count);
  });

  it('counts the junk identifiers of valid lines', () => {
    const line = (ids: string) => `{"operation":"DELETE",${ids},"segment_id":"s"}`;
    const lines = [
      line('"user_agent_id":"a"'),
      line('"user_agent_id":"a","user_account_id":"null","email_hash":"0"'),
      line('"user_agent_id":"a","email_hash":""'),
      line('"user_agent_id":"null"'),
    ];
    expect(contentOf(lines)).toMatchObject({ lines: 3, findings: { junk: 3 } });
  });

  it('numbers the batches, and keeps the lines of each shard in file order', () => {
    const { batches } = contentOf(memberships(2_000));
    expect(batches.map(({ batch }) => batch)).toEqual(batches.map((_, index) => index));
    const values = batches.map(valueOf);
    expect(values.map((value) => chunkParsed.key(value))).toEqual(batches.map(({ key }) => key));
    expect(new Set(batches.map(({ key }) => key)).size).toBe(4);
    for (const key of new Set(batches.map((batch) => batch.key))) {
      const own = batches.filter((batch) => batch.key === key).flatMap((batch) => valueOf(batch).lines);
      expect(own.map(({ line }) => line)).toEqual(own.map(({ line }) => line).toSorted((a, b) => a - b));
    }
  });

  it('keeps all lines of an ordered execution in file order', () => {
    const { batches } = contentOf(memberships(2_000), { is_ordered: true });
    expect(new Set(batches.map(({ key }) => key)).size).toBe(1);
    const lines = batches.flatMap((batch) => valueOf(batch).lines.map(({ line }) => line));
    expect(lines).toEqual(Array.from({ length: 2_000 }, (_, index) => index + 1));
  });

  it('gives each batch the ids of its datamart, execution and chunk', () => {
    const [batch] = contentOf([membership(0)], { first_line: 41 }).batches;
    expect(batch && valueOf(batch)).toMatchObject({
      datamart_id: '1',
      execution_id: '7',
      chunk: 3,
      batch: 0,
      creation_ts: 1,
      lines: [
        { line: 41, operation: { kind: 'update_segment', identifier: { type: 'USER_AGENT', value: 'web:1:1' } } },
      ],
    });
  });

  it.each([[null], ['ad2f5b8e-7d1a-4c39-9f0e-0a6d2b9c7e11']])(
    'gives lines without $unique_key ids of the secret of the execution: %j',
    (line_secret) => {
      const visit = '{"$type":"TOUCH","$user_agent_id":"a"}';
      const [batch] = contentOf([visit, visit], { document_type: 'USER_ACTIVITY', line_secret }).batches;
      const value = batch && valueOf(batch);
      expect(value?.line_secret).toBe(line_secret ?? undefined);
      const ids = value?.lines.map(({ operation }) => (operation.kind === 'activity' ? operation.activity_id : ''));
      expect(ids).toEqual([1, 2].map(idsOfLines('7', { line_secret, chunk: 3 })));
      // Another chunk has others, unless it is of an older version.
      const [other] = contentOf([visit, visit], { document_type: 'USER_ACTIVITY', line_secret, chunk: 4 }).batches;
      expect(other && JSON.stringify(valueOf(other).lines) === JSON.stringify(value?.lines)).toBe(line_secret === null);
      const isGuessed = ids?.some((id) => [1, 2].map(idsOfLines('7')).includes(id));
      // Executions of an older version keep their ids.
      expect(isGuessed).toBe(line_secret === null);
    },
  );

  it('makes the same batches at every attempt', () => {
    expect(contentOf(memberships(700))).toEqual(contentOf(memberships(700)));
  });

  it('leaves out invalid lines at any position', () => {
    const { batches, lines } = contentOf(
      memberships(1_100).map((line, index) => (index % 100 === 99 ? 'broken' : line)),
    );
    expect(batches.flatMap((batch) => valueOf(batch).lines.map(({ line }) => line % 100))).not.toContain(0);
    expect(lines).toBe(1_089);
  });

  it('limits batches by the size of the JSON, for rows that are short in the file', () => {
    const columns = Array.from({ length: 500 }, (_, index) => `a column of a wide table ${index}`);
    const row = (user: number) => ['UPSERT', `web:1:${user + 1}`, ...columns.map(() => '1')].join(',');
    const { batches, lines } = contentOf(
      Array.from({ length: 250 }, (_, user) => row(user)),
      { document_type: 'USER_PROFILE', csv_columns: ['operation', 'user_agent_id', ...columns], csv_delimiter: ',' },
    );
    expect(lines).toBe(250);
    expect(Math.max(...batches.map(({ json }) => json.length))).toBeLessThan(1024 * 1024);
  });

  it('counts the fields that lines of their type do not have, and the lines with a time before 2000', () => {
    const line = { user_agent_id: 'a', segment_id: 's' };
    const { ignored, early } = contentOf(
      [
        { ...line, expiration_ts: 1_795_646_671, compartement_id: 'c' },
        { ...line, $segment_technical_name: null, compartement_id: 'c', note: 1 },
        { ...line, expiration_ts: '946684800000' },
        { segment_id: 's', note: 1 },
      ].map((one) => JSON.stringify(one)),
    ).findings;
    expect(ignored).toEqual(
      new Map([
        ['compartement_id', 2],
        ['note', 1],
      ]),
    );
    expect(early).toBe(1);
  });

  it.each<[DocumentType, object, number]>([
    ['USER_ACTIVITY', { $type: 'TOUCH', $user_agent_id: 'a', $ts: 1_795_646_671, custom: 1 }, 1],
    ['USER_ACTIVITY', { $type: 'TOUCH', $user_agent_id: 'a', $ts: '1795646671000' }, 0],
    ['USER_PROFILE', { user_agent_id: 'a', user_profile: { $ts: 1, custom: 1 } }, 1],
    [
      'USER_CHOICE',
      { user_agent_id: 'a', user_choice: { $processing_id: 1, $choice_ts: 5, $choice_acceptance_value: true } },
      1,
    ],
    ['USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', { identifiers: [{ $type: 'USER_AGENT', $user_agent_id: 'a' }] }, 0],
    ['USER_POINTS_DELETION', { type: 'USER_EMAIL', $email: 'a@b.c' }, 0],
  ])('finds no strange field in %s %j', (document_type, line, early) =>
    expect(contentOf([JSON.stringify(line)], { document_type })).toMatchObject({
      lines: 1,
      findings: { ignored: new Map(), early },
    }),
  );

  it('counts the lines that name each identifier', () => {
    const { identifiers } = contentOf([membership(0), membership(1), membership(0), 'broken']).findings;
    expect(identifiers).toEqual(
      new Map([
        ['user_agent_id=web:1:1', 2],
        ['user_agent_id=web:1:2', 1],
      ]),
    );
  });
});
