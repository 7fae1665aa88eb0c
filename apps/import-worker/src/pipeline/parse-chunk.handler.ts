import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import type { Received, Rejection } from '@tributary/bus/message';
import type { ChunkRequested } from '@tributary/contracts/import-messages';
import { chunkRequested } from '@tributary/contracts/topics';
import { ChunkParser } from './chunk-parser.js';
import { Pipeline } from './pipeline.js';

@Controller()
export class ParseChunkHandler {
  constructor(
    private readonly parser: ChunkParser,
    private readonly pipeline: Pipeline,
  ) {}

  /** One at a time: what is done is not done again when the next one has to wait. */
  @Consume(chunkRequested, { group: 'import-worker.parse-chunks', maxBatch: 1 })
  async handle(@Payload() batch: Received<ChunkRequested>[]): Promise<Rejection[]> {
    for (const { value } of batch) if (await this.parser.parse(value)) this.pipeline.wake();
    return [];
  }
}
