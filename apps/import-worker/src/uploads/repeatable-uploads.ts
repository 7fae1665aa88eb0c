import { Inject, Injectable } from '@nestjs/common';
import type { DocumentImportExecution } from '@tributary/contracts/imports/document-import';
import { SETTINGS, type ImportSettings } from '../config.js';
import { ExecutionsRepository } from '../executions/executions.repository.js';
import { IdempotencyKeysRepository, inProgress } from '../executions/idempotency-keys.repository.js';
import { ImportMetrics } from '../import-metrics.js';
import { discardBody, drain } from './open-body.js';
import { UploadReceiver, type Upload } from './upload-receiver.js';

interface ReceivedUpload {
  execution: DocumentImportExecution;
  /** Whether an earlier upload has created the execution. */
  isReplay: boolean;
}

/** The first upload of an `Idempotency-Key` creates an execution. Every later one gets it, and its file is not stored. */
@Injectable()
export class RepeatableUploads {
  constructor(
    private readonly uploads: UploadReceiver,
    private readonly keys: IdempotencyKeysRepository,
    private readonly executions: ExecutionsRepository,
    private readonly metrics: ImportMetrics,
    @Inject(SETTINGS) private readonly settings: ImportSettings,
  ) {}

  async receive(upload: Upload, idempotency_key: string): Promise<ReceivedUpload> {
    const { datamart_id, id: document_import_id } = upload.documentImport;
    const path = { datamart_id, document_import_id };
    const claim = await this.keys.claim({ ...path, idempotency_key });
    if (claim) {
      const execution = await this.keys.whileHeld(claim, () => this.uploads.receive(upload, claim));
      return { execution, isReplay: false };
    }
    this.metrics.repeated();
    const execution_id = await this.keys.findExecution({ ...path, idempotency_key });
    if (execution_id === undefined) {
      drain(upload.raw);
      throw inProgress();
    }
    // Not answered before the end of the body: the gateway would close the connection, and the client may lose the answer.
    await discardBody(upload.raw, this.settings.IMPORT_MAX_BYTES);
    return { execution: await this.executions.get({ ...path, execution_id }), isReplay: true };
  }
}
