import path from 'node:path';
import type { ImportSettings } from '../config.js';
import type { BlobStore } from './blob.store.js';
import { DiskStore } from './disk.store.js';

/** A bucket when one is named, otherwise a directory beside the rest of the data. */
export async function createBlobStore(settings: ImportSettings): Promise<BlobStore> {
  if (settings.IMPORT_S3_BUCKET === undefined) return new DiskStore(path.join(settings.DATA_DIR, 'imports'));
  // Only here: the SDK is large, and most installations need none.
  const { connectS3 } = await import('./s3.store.js');
  return connectS3(settings, settings.IMPORT_S3_BUCKET);
}
