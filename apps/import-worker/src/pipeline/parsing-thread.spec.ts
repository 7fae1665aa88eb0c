import { threadId } from 'node:worker_threads';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { ChunkOfFile } from './chunks.repository.js';
import { parseChunk } from './parse-chunk.js';
import { ParsingThread } from './parsing-thread.js';

const thread = new ParsingThread();
afterAll(() => thread.onApplicationShutdown());

const file = '{"operation":"UPDATE","user_agent_id":"web:1:1","segment_id":"é"}\nbroken';
const chunk: ChunkOfFile = {
  ...{ execution_id: '7', datamart_id: '1', document_type: 'USER_SEGMENT', creation_ts: 1, input_key: 'a/file' },
  ...{ chunk: 0, first_line: 1, byte_start: 0, byte_end: Buffer.byteLength(file), records: 2 },
  ...{ is_oversized: false, applied_parts: [], encoding: 'utf-8', csv_columns: null, csv_delimiter: null },
};
/** Of memory of their own, as `readRange` has them. */
const ownBytes = () => new Uint8Array(Buffer.from(file));

describe('the thread that parses', () => {
  it('brings what parsing here would bring', async () => {
    const bytes = ownBytes();
    const expected = parseChunk({ chunk, bytes: ownBytes() });
    expect(await thread.parse({ chunk, bytes })).toEqual(expected);
    // (control: it was another thread, which has the memory now)
    expect([bytes.length, threadId]).toEqual([0, 0]);
  });

  it('parses several at once, each with its own answer', async () => {
    const ids = ['1', '2', '3'];
    const contents = await Promise.all(
      ids.map((execution_id) => thread.parse({ chunk: { ...chunk, execution_id }, bytes: ownBytes() })),
    );
    expect(contents.map(({ parts }) => parts[0]?.key)).toEqual(['1/2', '2/2', '3/2']);
  });

  it('tells of a defect, and goes on with the next chunk', async () => {
    const odd = { ...chunk, encoding: 'no such encoding' };
    await expect(thread.parse({ chunk: odd, bytes: ownBytes() })).rejects.toThrow('Unknown encoding');
    expect((await thread.parse({ chunk, bytes: ownBytes() })).lines).toBe(1);
  });
});
