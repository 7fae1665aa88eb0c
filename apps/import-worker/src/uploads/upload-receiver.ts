import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { credentialIdOf, type Caller } from '@tributary/contracts/admin/access';
import type { DocumentImport, DocumentImportExecution } from '@tributary/contracts/imports/document-import';
import { badFormat, isUnavailable, unavailable } from '@tributary/contracts/errors';
import type { TraceCredential } from '@tributary/contracts/traces/activity-trace';
import { DirectoryStore } from '@tributary/security/directory.store';
import { BlobStore } from '../blobs/blob.store.js';
import { newBlobKey } from '../blobs/writer-identity.js';
import { SETTINGS, type ImportSettings } from '../config.js';
import { ExecutionsRepository } from '../executions/executions.repository.js';
import type { KeyClaim } from '../executions/idempotency-keys.repository.js';
import { FileScan, type ScannedFile } from '../formats/file-scan.js';
import { ImportMetrics } from '../import-metrics.js';
import { drain, openBody, type UploadedFile } from './open-body.js';

/** Maximum bytes of a form besides the file. */
const formBytes = 64 * 1024;

export interface Upload {
  documentImport: DocumentImport;
  caller: Caller;
  raw: IncomingMessage;
}

/** Streams an uploaded file to the store and scans it on the way. The file is never in memory as a whole. */
@Injectable()
export class UploadReceiver {
  constructor(
    private readonly executions: ExecutionsRepository,
    private readonly blobs: BlobStore,
    private readonly directory: DirectoryStore,
    private readonly metrics: ImportMetrics,
    @Inject(SETTINGS) private readonly settings: ImportSettings,
  ) {}

  /** @param claim of an upload with an `Idempotency-Key` */
  async receive(upload: Upload, claim?: KeyClaim): Promise<DocumentImportExecution> {
    try {
      const execution = await this.store(upload, claim);
      this.metrics.uploaded();
      return execution;
    } catch (error) {
      this.metrics.uploaded(error);
      drain(upload.raw);
      throw error;
    }
  }

  private async store(
    { documentImport, caller, raw }: Upload,
    claim: KeyClaim | undefined,
  ): Promise<DocumentImportExecution> {
    const organisation_id = this.directory.organisationOf(documentImport.datamart_id);
    if (organisation_id === undefined) throw unavailable('the datamart is not yet known to this service');
    this.assertLength(raw);
    const upload = await openBody(raw, documentImport.mime_type);
    const input_key = newBlobKey();
    const file = await this.write(input_key, upload, documentImport);
    try {
      const stored = { input_key, input_file_name: upload.name, file };
      const uploader = { user_id: caller.user_id, credential: uploadCredential(caller) };
      return await this.executions.insert({ documentImport, organisation_id, claim, ...uploader, ...stored });
    } catch (error) {
      // If the database has failed, the row may exist. UploadHousekeeping decides later.
      if (!isUnavailable(error)) await this.blobs.remove(input_key);
      throw error;
    }
  }

  /** Rejects by Content-Length, before the body is read. */
  private assertLength(raw: IncomingMessage): void {
    const { IMPORT_MAX_BYTES: max } = this.settings;
    const length = Number(raw.headers['content-length'] ?? 0) - formBytes;
    if (length > max) throw badFormat(`the file exceeds ${max} bytes`);
  }

  private async write(key: string, { pieces }: UploadedFile, documentImport: DocumentImport): Promise<ScannedFile> {
    const { document_type, mime_type, encoding } = documentImport;
    const { IMPORT_CHUNK_LINES: chunkLines, IMPORT_MAX_BYTES: maxBytes } = this.settings;
    const scan = new FileScan({ document_type, mime_type, encoding, chunkLines, maxBytes });
    let file: ScannedFile | undefined;
    const { metrics } = this;
    const scanned = async function* () {
      for await (const piece of pieces) {
        metrics.received(piece.length);
        scan.push(piece);
        yield piece;
      }
      file = scan.end();
    };
    await this.blobs.write(key, scanned());
    if (!file) throw new Error('the store has not read the whole file');
    return file;
  }
}

/** As traces of live activities name it. */
function uploadCredential(caller: Caller): TraceCredential | undefined {
  const id = credentialIdOf(caller);
  if (id !== undefined) return { kind: 'API_TOKEN', id };
  const { kind, id: key = '' } = caller.credential ?? {};
  return kind === 'SIGNATURE' ? { kind, id: key } : undefined;
}
