import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@tributary/runtime/logger';
import { Upkeep } from '@tributary/runtime/repeater';
import { BlobStore } from '../blobs/blob.store.js';
import { ExecutionsRepository } from '../executions/executions.repository.js';
import { IdempotencyKeysRepository } from '../executions/idempotency-keys.repository.js';

const everyMs = 10 * 60 * 1_000;
const batchSize = 1_000;

/**
 * Removes files that no execution names (of uploads that a crash has interrupted, and of deleted imports) and keys of uploads
 * that are no longer valid.
 */
@Injectable()
export class UploadHousekeeping extends Upkeep {
  constructor(
    private readonly blobs: BlobStore,
    private readonly executions: ExecutionsRepository,
    private readonly keys: IdempotencyKeysRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super();
    const onError = (error: unknown) =>
      logger.warn({ err: error }, 'removing files without an execution and old keys has failed and is tried again');
    this.repeat(() => this.sweep(), { everyMs, onError });
  }

  private async sweep(): Promise<void> {
    await this.keys.deleteExpired();
    let keys: string[] = [];
    for await (const blob of this.blobs.list()) {
      if (this.blobs.isAbandoned(blob, Date.now())) keys.push(blob.key);
      if (keys.length < batchSize) continue;
      await this.removeUnknown(keys);
      keys = [];
    }
    await this.removeUnknown(keys);
  }

  private async removeUnknown(keys: string[]): Promise<void> {
    if (keys.length === 0) return;
    const known = await this.executions.knownKeys(keys);
    for (const key of keys) if (!known.has(key)) await this.blobs.remove(key);
  }
}
