import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { pino } from 'pino';
import type { ChunkOfFile } from '../chunks/chunks.repository.js';
import { parseChunk } from './parse-chunk.js';
import { ParsingThread } from './parsing-thread.js';

const warnings: string[] = [];
const logger = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
const thread = new ParsingThread(logger);
const pool = thread['pool'];
afterAll(() => thread.onApplicationShutdown());

const file = '{"operation":"UPDATE","user_agent_id":"web:1:1","segment_id":"é"}\nbroken';
const chunk: ChunkOfFile = {
  execution_id: '7',
  datamart_id: '1',
  document_type: 'USER_SEGMENT',
  creation_ts: 1,
  input_key: 'a/file',
  chunk: 0,
  first_line: 1,
  byte_start: 0,
  byte_end: Buffer.byteLength(file),
  records: 2,
  is_oversized: false,
  is_ordered: false,
  line_secret: null,
  credential: null,
  user_id: null,
  applied_batches: [],
  encoding: 'utf-8',
  csv_columns: null,
  csv_delimiter: null,
};
/** Bytes in memory that is not shared, as `readRange` returns them. */
const ownBytes = () => new Uint8Array(Buffer.from(file));

describe('the parsing thread', () => {
  it('returns the same content as parsing in the main thread', async () => {
    const bytes = ownBytes();
    const expected = parseChunk({ chunk, bytes: ownBytes() });
    expect(await thread.parse({ chunk, bytes })).toEqual(expected);
    // Control: the memory has been transferred to the thread.
    expect(bytes).toHaveLength(0);
  });

  it('accepts several chunks at once, and returns the content of each', async () => {
    const ids = ['1', '2', '3'];
    const contents = await Promise.all(
      ids.map((execution_id) => thread.parse({ chunk: { ...chunk, execution_id }, bytes: ownBytes() })),
    );
    expect(contents.map(({ batches }) => batches[0]?.key)).toEqual(['1/2', '2/2', '3/2']);
  });

  it('rejects with the error of the parser, and continues with the next chunk', async () => {
    const invalid = { ...chunk, encoding: 'no such encoding' };
    await expect(thread.parse({ chunk: invalid, bytes: ownBytes() })).rejects.toThrow('Unknown encoding');
    expect((await thread.parse({ chunk, bytes: ownBytes() })).lines).toBe(1);
  });

  it('rejects only the chunk during which it dies', async () => {
    // Starts the thread: a thread that fails to start is the next case.
    await thread.parse({ chunk, bytes: ownBytes() });
    const long = Buffer.from(`${file.slice(0, file.indexOf('\n') + 1)}`.repeat(60_000));
    const died = thread.parse({
      chunk: { ...chunk, byte_end: long.length, records: 60_000 },
      bytes: new Uint8Array(long),
    });
    const next = thread.parse({ chunk, bytes: ownBytes() });
    await eventually(() => Promise.resolve(expect(pool.threads).toHaveLength(1)));
    await Promise.all([pool.threads[0]?.terminate(), expect(died).rejects.toThrow()]);
    expect((await next).lines).toBe(1);
  });

  it('does not wait for a thread that fails to start', async () => {
    const waiting = thread.parse({ chunk, bytes: ownBytes() });
    await Promise.resolve();
    pool.emit('error', new Error('no memory for a thread'));
    await expect(waiting).rejects.toThrow('no memory for a thread');
    expect(warnings.at(-1)).toContain('has ended');
    expect((await thread.parse({ chunk, bytes: ownBytes() })).lines).toBe(1);
  });
});
