import path from 'node:path';
import type { ImportSettings } from '../config.js';
import type { BlobStore } from './blob.store.js';
import { DiskStore } from './disk.store.js';

/** An S3 bucket if one is configured, otherwise a directory below DATA_DIR. */
export async function createBlobStore(settings: ImportSettings): Promise<BlobStore> {
  if (settings.IMPORT_S3_BUCKET === undefined) return new DiskStore(path.join(settings.DATA_DIR, 'imports'));
  // Imported on demand: the SDK is large, and most installations do not need it.
  const { connectS3 } = await import('./s3.store.js');
  return connectS3(settings, settings.IMPORT_S3_BUCKET);
}
