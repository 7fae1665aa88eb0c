import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import type { Received, Rejection } from '@tributary/bus/message';
import type { ChunkParsed } from '@tributary/contracts/import-messages';
import { chunkParsed } from '@tributary/contracts/topics';
import { ImportPartsRepository } from './import-parts.repository.js';

/** Parts of 512 KiB each in one transaction: live tracking, a consumer of its own, waits for none of them. */
const maxBatch = 4;

@Controller()
export class ApplyImportChunkHandler {
  constructor(private readonly parts: ImportPartsRepository) {}

  @Consume(chunkParsed, { group: 'tracking-ingest.apply-import-chunks', maxBatch })
  async handle(@Payload() batch: Received<ChunkParsed>[]): Promise<Rejection[]> {
    const executions = new Map<string, ChunkParsed[]>();
    for (const { value } of batch) {
      const parts = executions.get(value.execution_id);
      if (parts) parts.push(value);
      else executions.set(value.execution_id, [value]);
    }
    for (const parts of executions.values()) await this.parts.apply(parts, Date.now());
    return [];
  }
}
