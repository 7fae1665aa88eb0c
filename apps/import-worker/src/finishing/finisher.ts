import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BlobMissing, BlobStore } from '../blobs/blob.store.js';
import { newBlobKey } from '../blobs/writer-identity.js';
import { ChunksRepository } from '../chunks/chunks.repository.js';
import { errorFile } from './error-file.js';
import { FinishRepository, type FinishedExecution } from './finish.repository.js';

const leaseMs = 60_000;

/** Closes executions with no chunk in flight: writes the error file, then the final status. */
@Injectable()
export class Finisher {
  constructor(
    private readonly executions: FinishRepository,
    private readonly chunks: ChunksRepository,
    private readonly dataSource: DataSource,
    private readonly blobs: BlobStore,
  ) {}

  /** Closes every finished execution. */
  async finishAll(): Promise<void> {
    for (let next = await this.executions.take(leaseMs); next; next = await this.executions.take(leaseMs))
      await this.finish(next);
  }

  private async finish(execution: FinishedExecution): Promise<void> {
    try {
      const error_key = execution.total_failure > 0 ? await this.writeErrors(execution) : null;
      const isClosed = await this.executions.close(execution, error_key);
      if (!isClosed && error_key !== null) await this.blobs.remove(error_key);
    } catch (error) {
      if (error instanceof BlobMissing) return this.chunks.fail(execution.id, error.message);
      await this.executions.extendLease(execution.id, 0);
      throw error;
    }
  }

  private async writeErrors({ id }: FinishedExecution): Promise<string> {
    const key = newBlobKey();
    const lease = setInterval(() => void this.executions.extendLease(id, leaseMs).catch(() => undefined), leaseMs / 3);
    try {
      await this.blobs.write(key, errorFile(id, this.dataSource, this.blobs));
    } finally {
      clearInterval(lease);
    }
    return key;
  }
}
