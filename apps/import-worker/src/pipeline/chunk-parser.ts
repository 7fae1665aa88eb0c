import { Injectable } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publisher';
import { ApiError } from '@tributary/contracts/errors';
import type { ChunkParsed, ImportOperation } from '@tributary/contracts/import-messages';
import { chunkParsed } from '@tributary/contracts/topics';
import { uuid8 } from '@tributary/contracts/uuid';
import { BlobMissing, BlobStore } from '../blobs/blob.store.js';
import { selectorForm } from '../lines/line-identifier.js';
import { lineParser } from '../lines/parse-line.js';
import { breather } from './breathe.js';
import { ChunkParts, type PartLine } from './chunk-parts.js';
import { ChunksRepository, type ChunkId, type ChunkOfFile, type ParsedChunk } from './chunks.repository.js';
import { readChunk, type RecordOfFile } from './read-chunk.js';

/** Turns a chunk of a file into messages for tracking, in file order. */
@Injectable()
export class ChunkParser {
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
      const records = chunk.is_oversized ? [] : await readChunk(this.blobs, chunk);
      return await this.chunks.markParsed(await this.publish(chunk, records));
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
      await this.chunks.fail(id.execution_id, error.message);
      return true;
    }
  }

  private async publish(chunk: ChunkOfFile, records: RecordOfFile[]): Promise<ParsedChunk> {
    const { execution_id, creation_ts } = chunk;
    const parse = lineParser(chunk);
    const parts = new PartPublisher(chunk, this.publisher, this.chunks);
    const identifiers = new Map<string, number>();
    const breath = breather();
    let valid = 0;
    for (const { line, bytes } of records) {
      const parsed = parse(bytes, { execution_id, line, creation_ts });
      if ('operation' in parsed) {
        valid += 1;
        for (const key of identifiersIn(parsed.operation)) identifiers.set(key, (identifiers.get(key) ?? 0) + 1);
        await parts.add({ line, operation: parsed.operation });
      }
      await breath();
    }
    const count = await parts.end();
    return { execution_id, chunk: chunk.chunk, parts: count, total_failure: chunk.records - valid, identifiers };
  }
}

function identifiersIn(operation: ImportOperation): string[] {
  if ('identifiers' in operation) return operation.identifiers.map(selectorForm);
  if (operation.kind === 'delete_point' && operation.user_point_id !== undefined)
    return [`user_point_id=${operation.user_point_id}`];
  return operation.identifier ? [selectorForm(operation.identifier)] : [];
}

/** Publishes one part after the other: while one is on its way the next is parsed. */
class PartPublisher {
  private readonly parts = new ChunkParts();
  private readonly applied: ReadonlySet<number>;
  private count = 0;
  private onItsWay: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly chunk: ChunkOfFile,
    private readonly publisher: Publisher,
    private readonly chunks: ChunksRepository,
  ) {
    this.applied = new Set(chunk.applied_parts);
  }

  async add(line: PartLine): Promise<void> {
    const full = this.parts.add(line);
    if (full) await this.publish(full);
  }

  /** How many parts there were, all of them published. */
  async end(): Promise<number> {
    const rest = this.parts.takeRest();
    if (rest) await this.publish(rest);
    await this.onItsWay;
    return this.count;
  }

  /** Waits for the part before: a part that failed must not be overtaken. */
  private async publish(lines: PartLine[]): Promise<void> {
    await this.onItsWay;
    const part = this.count++;
    if (this.applied.has(part)) return;
    const { execution_id, datamart_id, creation_ts, chunk } = this.chunk;
    const value: ChunkParsed = { datamart_id, execution_id, chunk, part, creation_ts, lines };
    const message = { id: uuid8(`${execution_id}/${chunk}/${part}`), value };
    this.onItsWay = this.publisher.publish(chunkParsed, [message]).catch((error) => this.refused(value, error));
    // Whoever waits for it hears of its failure.
    this.onItsWay.catch(() => undefined);
  }

  /** A single line may be more than the bus carries: then it fails, and not the file. */
  private async refused(value: ChunkParsed, error: unknown): Promise<void> {
    if (!(error instanceof ApiError) || error.code !== 'BAD_REQUEST_DATA') throw error;
    const failures = value.lines.map(({ line }) => ({ line, error_code: error.code, error: error.message }));
    await this.chunks.countApplied({ ...value, total_success: 0, failures });
  }
}
