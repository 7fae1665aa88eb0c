import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { ChunkRequested } from '@tributary/contracts/imports/import-messages';
import { chunkRequested } from '@tributary/contracts/topics/topics';
import { Pipeline } from '../scheduling/pipeline.js';
import { ChunkParser } from './chunk-parser.js';

@Controller()
export class ParseChunkHandler {
  constructor(
    private readonly parser: ChunkParser,
    private readonly pipeline: Pipeline,
  ) {}

  /** One message at a time: if a chunk fails, the chunks before it are not parsed again. */
  @Consume(chunkRequested, { group: 'import-worker.parse-chunks', maxBatch: 1 })
  async handle(@Payload() batch: Received<ChunkRequested>[]): Promise<Rejection[]> {
    for (const { value } of batch) if (await this.parser.parse(value)) this.pipeline.wake();
    return [];
  }
}
