import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BlobMissing, BlobStore } from '../blobs/blob.store.js';
import { newBlobKey } from '../blobs/writer-identity.js';
import { ChunksRepository } from '../chunks/chunks.repository.js';
import { errorFile } from './error-file.js';
import { FinishRepository, type FinishedExecution } from './finish.repository.js';

const leaseMs = 60_000;
/** Executions that one process closes at the same time, each of another organisation. Each has a chunk in memory. */
const maxClosing = 8;

interface FinishingHooks {
  /** An execution is closed: another one of its organisation may be next. */
  onClosed: () => void;
  onError: (error: unknown) => void;
}

/** Closes executions with no chunk in flight: writes the error file, then the final status. */
@Injectable()
export class Finisher {
  /** By organisation. */
  private readonly closing = new Map<string, Promise<void>>();

  constructor(
    private readonly executions: FinishRepository,
    private readonly chunks: ChunksRepository,
    private readonly dataSource: DataSource,
    private readonly blobs: BlobStore,
  ) {}

  /** Begins to close finished executions, one of each organisation: the error file of a large one delays no other organisation. */
  async finishNext(hooks: FinishingHooks): Promise<void> {
    while (this.closing.size < maxClosing) {
      const next = await this.executions.take(leaseMs, [...this.closing.keys()]);
      if (!next) return;
      this.closing.set(next.organisation_id, this.close(next, hooks));
    }
  }

  /** Resolves when none is being closed. */
  async idle(): Promise<void> {
    await Promise.all(this.closing.values());
  }

  private async close(execution: FinishedExecution, { onClosed, onError }: FinishingHooks): Promise<void> {
    try {
      await this.finish(execution);
      this.closing.delete(execution.organisation_id);
      onClosed();
    } catch (error) {
      this.closing.delete(execution.organisation_id);
      onError(error);
    }
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
