import path from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import type { ImportSettings } from '../config.js';
import type { BlobStore } from './blob.store.js';
import { DiskStore } from './disk.store.js';
import { S3Store } from './s3.store.js';

/** A bucket when one is named, otherwise a directory beside the rest of the data. */
export function createBlobStore(settings: ImportSettings): BlobStore {
  const { IMPORT_S3_BUCKET, IMPORT_S3_ENDPOINT, IMPORT_S3_REGION } = settings;
  if (IMPORT_S3_BUCKET === undefined) return new DiskStore(path.join(settings.DATA_DIR, 'imports'));
  const client = new S3Client({
    region: IMPORT_S3_REGION,
    // Stores other than Amazon's are seldom reached by a host name per bucket.
    ...(IMPORT_S3_ENDPOINT !== undefined && { endpoint: IMPORT_S3_ENDPOINT, forcePathStyle: true }),
    ...credentialsOf(settings),
  });
  return new S3Store(client, IMPORT_S3_BUCKET);
}

/** Without them the SDK finds its own: environment, profile, role of the machine or pod. */
function credentialsOf({ IMPORT_S3_ACCESS_KEY_ID, IMPORT_S3_SECRET_ACCESS_KEY }: ImportSettings) {
  if (IMPORT_S3_ACCESS_KEY_ID === undefined || IMPORT_S3_SECRET_ACCESS_KEY === undefined) return {};
  return { credentials: { accessKeyId: IMPORT_S3_ACCESS_KEY_ID, secretAccessKey: IMPORT_S3_SECRET_ACCESS_KEY } };
}
