import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { ChunkApplied } from '@tributary/contracts/imports/import-messages';
import { importChunkApplied } from '@tributary/contracts/topics/topics';
import { ChunksRepository } from '../chunks/chunks.repository.js';
import { ImportMetrics } from '../import-metrics.js';
import { Pipeline } from './pipeline.js';

@Controller()
export class CountAppliedHandler {
  constructor(
    private readonly chunks: ChunksRepository,
    private readonly pipeline: Pipeline,
    private readonly metrics: ImportMetrics,
  ) {}

  @Consume(importChunkApplied, { group: 'import-worker.count-applied', maxBatch: 50 })
  async handle(@Payload() batch: Received<ChunkApplied>[]): Promise<Rejection[]> {
    const answers = Map.groupBy(
      batch.map(({ value }) => value),
      ({ execution_id }) => execution_id,
    );
    for (const [execution_id, own] of answers)
      if (await this.chunks.countApplied(execution_id, own)) this.pipeline.wake();
    this.metrics.answered(batch.map(({ value }) => value));
    return [];
  }
}
