import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import type { Received, Rejection } from '@tributary/bus/message';
import type { ChunkParsed } from '@tributary/contracts/import-messages';
import { chunkParsed } from '@tributary/contracts/topics';
import { ImportPartsRepository } from './import-parts.repository.js';

/** A few parts of 512 KiB each at once: live tracking, a consumer of its own, waits for none of them. */
const maxBatch = 4;

@Controller()
export class ApplyImportChunkHandler {
  constructor(private readonly parts: ImportPartsRepository) {}

  @Consume(chunkParsed, { group: 'tracking-ingest.apply-import-chunks', maxBatch })
  async handle(@Payload() batch: Received<ChunkParsed>[]): Promise<Rejection[]> {
    // One after the other: lines of one person take effect in file order.
    for (const { value } of batch) await this.parts.apply(value, Date.now());
    return [];
  }
}
