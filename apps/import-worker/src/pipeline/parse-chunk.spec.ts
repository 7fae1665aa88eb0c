import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BlobMissing } from '../blobs/blob.store.js';
import { DiskStore } from '../blobs/disk.store.js';
import type { ChunkOfFile } from './chunks.repository.js';
import { parseChunk, type PlacedLine } from './parse-chunk.js';

let directory: string;
let blobs: DiskStore;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'chunks-'));
  blobs = new DiskStore(directory);
});
afterAll(() => rm(directory, { recursive: true }));

async function chunkOf(input_key: string, lines: string[]): Promise<ChunkOfFile> {
  const file = Buffer.from(lines.join('\n'));
  await blobs.write(input_key, Readable.from([file]));
  return {
    ...{ execution_id: '7', datamart_id: '1', document_type: 'USER_SEGMENT', creation_ts: 1, input_key },
    ...{ chunk: 0, first_line: 1, byte_start: 0, byte_end: file.length, records: lines.length },
    ...{ is_oversized: false, applied_parts: [], encoding: 'utf-8', csv_columns: null, csv_delimiter: null },
  };
}

const membership = (user: number) => `{"operation":"UPDATE","user_agent_id":"web:1:${user + 1}","segment_id":"s"}`;

async function pagesOf(chunk: ChunkOfFile): Promise<PlacedLine[][]> {
  const pages: PlacedLine[][] = [];
  for await (const page of parseChunk(blobs, chunk)) pages.push(page);
  return pages;
}

describe('parsing a chunk', () => {
  it.each([0, 1, 749, 750, 751, 1_600])('yields each of %d lines once, in file order', async (count) => {
    const lines = Array.from({ length: count }, (_, index) => membership(index));
    const placed = (await pagesOf(await chunkOf(`yields/${count}`, lines))).flat();
    expect(placed.map(({ line }) => line.line)).toEqual(lines.map((_, index) => index + 1));
    expect(placed.map(({ bytes }) => bytes)).toEqual(lines.map(({ length }) => length));
  });

  it('leaves out the lines that cannot be applied, wherever they stand', async () => {
    const lines = Array.from({ length: 1_100 }, (_, index) => (index % 100 === 99 ? 'broken' : membership(index)));
    const placed = (await pagesOf(await chunkOf('broken/lines', lines))).flat();
    expect(placed.map(({ line }) => line.line % 100)).not.toContain(0);
    expect(placed).toHaveLength(1_089);
  });

  it('gives them 750 at a time, so that nobody waits for the whole chunk', async () => {
    const pages = parseChunk(
      blobs,
      await chunkOf(
        'asked/lines',
        Array.from({ length: 5_000 }, (_, user) => membership(user)),
      ),
    );
    const { value } = await pages.next();
    expect(value).toHaveLength(750);
  });

  it('fails when the file is gone', async () => {
    const chunk = await chunkOf('gone/file', [membership(1)]);
    await blobs.remove('gone/file');
    await expect(pagesOf(chunk)).rejects.toThrow(BlobMissing);
  });
});
