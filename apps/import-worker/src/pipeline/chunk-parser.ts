import { Injectable } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publisher';
import { BlobMissing, BlobStore } from '../blobs/blob.store.js';
import { ChunksRepository, type ChunkId, type ChunkOfFile, type ParsedChunk } from './chunks.repository.js';
import { PartPublisher } from './part-publisher.js';
import { parseChunk, type PlacedLine } from './parse-chunk.js';

/** Most chunks that are begun ahead, each of another execution and of 4 MiB at most. */
const maxAhead = 4;

/** A chunk of which the first lines are parsed. */
interface BegunChunk {
  first: IteratorResult<PlacedLine[], void>;
  rest: AsyncGenerator<PlacedLine[], void>;
}

/** Turns a chunk of a file into messages for tracking, in file order. */
@Injectable()
export class ChunkParser {
  /** By execution, the chunk that comes next. */
  private readonly ahead = new Map<string, { chunk: number; begun: Promise<BegunChunk | undefined> }>();

  constructor(
    private readonly chunks: ChunksRepository,
    private readonly blobs: BlobStore,
    private readonly publisher: Publisher,
  ) {}

  /** True when nothing of the chunk is left to wait for. */
  async parse(id: ChunkId): Promise<boolean> {
    const chunk = await this.chunks.claim(id);
    if (!chunk) return false;
    try {
      return await this.chunks.markParsed(await this.publish(chunk, await this.takeBegun(chunk)));
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
      await this.chunks.fail(id.execution_id, error.message);
      return true;
    }
  }

  private async takeBegun(chunk: ChunkOfFile): Promise<BegunChunk> {
    const ahead = this.ahead.get(chunk.execution_id);
    this.ahead.delete(chunk.execution_id);
    const begun = ahead?.chunk === chunk.chunk ? await ahead.begun : undefined;
    return begun ?? this.begin(chunk);
  }

  private async begin(chunk: ChunkOfFile): Promise<BegunChunk> {
    const rest = parseChunk(this.blobs, chunk);
    return { first: await rest.next(), rest };
  }

  private async publish(chunk: ChunkOfFile, begun: BegunChunk): Promise<ParsedChunk> {
    const { execution_id, records } = chunk;
    const parts = new PartPublisher(chunk, this.publisher, this.chunks);
    const { count, identifiers } = await addAll(begun, parts).catch(async (error: unknown) => {
      await parts.settled().catch(() => undefined);
      throw error;
    });
    const out = parts.end();
    this.beginAhead({ execution_id, chunk: chunk.chunk + 1 });
    return { execution_id, chunk: chunk.chunk, parts: await out, total_failure: records - count, identifiers };
  }

  /** While tracking is busy with the last of a chunk the next one is begun, so that it does not wait for that. */
  private beginAhead(id: ChunkId): void {
    const begun = this.chunks.findNext(id).then((chunk) => chunk && this.begin(chunk));
    // What is wrong is found again when it is its turn.
    this.ahead.set(id.execution_id, { chunk: id.chunk, begun: begun.catch(() => undefined) });
    // Of executions that have come to their end meanwhile, and of more than are worth their memory.
    const [oldest] = this.ahead.keys();
    if (this.ahead.size > maxAhead && oldest !== undefined) this.ahead.delete(oldest);
  }
}

/** How many lines there are, and on how many of them each identifier stands. */
async function addAll({ first, rest }: BegunChunk, parts: PartPublisher) {
  const identifiers = new Map<string, number>();
  let count = 0;
  for (let page = first; !page.done; page = await rest.next()) {
    count += page.value.length;
    for (const { line, shard, bytes, identifiers: named } of page.value) {
      for (const name of named) identifiers.set(name, (identifiers.get(name) ?? 0) + 1);
      // Most lines have nothing to wait for, and there are millions.
      const full = parts.add(line, shard, bytes);
      if (full) await full;
    }
  }
  return { count, identifiers };
}
