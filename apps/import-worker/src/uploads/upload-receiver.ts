import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/access';
import type { DocumentImport, DocumentImportExecution } from '@tributary/contracts/document-import';
import { badFormat, isUnavailable, unavailable } from '@tributary/contracts/errors';
import { DirectoryStore } from '@tributary/security/directory.store';
import { BlobStore } from '../blobs/blob.store.js';
import { newBlobKey } from '../blobs/writer-identity.js';
import { SETTINGS, type ImportSettings } from '../config.js';
import { ExecutionsRepository } from '../executions/executions.repository.js';
import { ImportMetrics } from '../pipeline/import-metrics.js';
import { openBody, type UploadedFile } from './open-body.js';
import { UploadScan, type ScannedFile } from './upload-scan.js';

/** How long a client may go on sending what nobody wants any more before its connection is cut. */
const drainMs = 30_000;

/** At most what a form has beside the file. */
const formBytes = 64 * 1024;

/** Takes a file in: it streams to the store while it is counted, hashed and cut, and is never in memory. */
@Injectable()
export class UploadReceiver {
  constructor(
    private readonly executions: ExecutionsRepository,
    private readonly blobs: BlobStore,
    private readonly directory: DirectoryStore,
    private readonly metrics: ImportMetrics,
    @Inject(SETTINGS) private readonly settings: ImportSettings,
  ) {}

  async receive(
    documentImport: DocumentImport,
    caller: Caller,
    raw: IncomingMessage,
  ): Promise<DocumentImportExecution> {
    try {
      const execution = await this.store(documentImport, caller, raw);
      this.metrics.uploaded();
      return execution;
    } catch (error) {
      this.metrics.uploaded(error);
      drain(raw);
      throw error;
    }
  }

  private async store(
    documentImport: DocumentImport,
    { user_id }: Caller,
    raw: IncomingMessage,
  ): Promise<DocumentImportExecution> {
    const organisation_id = this.directory.organisationOf(documentImport.datamart_id);
    if (organisation_id === undefined) throw unavailable('the datamart is not known here yet');
    this.assertLength(raw);
    const upload = await openBody(raw, documentImport.mime_type);
    const input_key = newBlobKey();
    const file = await this.write(input_key, upload, documentImport);
    try {
      const found = { input_key, input_file_name: upload.name, file };
      return await this.executions.insert({ documentImport, organisation_id, user_id, ...found });
    } catch (error) {
      // Whether the row is there is not known when the database went away; the sweep knows it later.
      if (!isUnavailable(error)) await this.blobs.remove(input_key);
      throw error;
    }
  }

  /** Before a byte is read, where the client says how many there are. */
  private assertLength(raw: IncomingMessage): void {
    const { IMPORT_MAX_BYTES: max } = this.settings;
    const length = Number(raw.headers['content-length'] ?? 0) - formBytes;
    if (length > max) throw badFormat(`the file exceeds ${max} bytes`);
  }

  private async write(key: string, { pieces }: UploadedFile, documentImport: DocumentImport): Promise<ScannedFile> {
    const { mime_type, encoding } = documentImport;
    const { IMPORT_CHUNK_LINES: chunkLines, IMPORT_MAX_BYTES: maxBytes } = this.settings;
    const scan = new UploadScan({ mime_type, encoding, chunkLines, maxBytes });
    let file: ScannedFile | undefined;
    const { metrics } = this;
    const watched = async function* () {
      for await (const piece of pieces) {
        metrics.received(piece.length);
        scan.push(piece);
        yield piece;
      }
      file = scan.end();
    };
    await this.blobs.write(key, watched());
    if (!file) throw new Error('the store has not taken the whole file');
    return file;
  }
}

function drain(raw: IncomingMessage): void {
  raw.unpipe();
  raw.resume();
  const cut = setTimeout(() => raw.destroy(), drainMs).unref();
  raw.once('close', () => clearTimeout(cut));
}
