import { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Injectable } from '@nestjs/common';
import { unavailable } from '@tributary/contracts/errors';
import type { ImportSettings } from '../config.js';
import { abandonedAfterMs, BlobMissing, BlobStore, type ByteRange, type StoredBlob } from './blob.store.js';

/** A multipart upload holds so many parts of so many bytes in memory. S3 allows 10,000 parts per upload. */
const partBytes = 16 * 1024 * 1024;
const concurrentParts = 2;

/** A bucket of S3 or of a compatible store. The bucket's lifecycle rule removes uploads that a crash has left incomplete. */
@Injectable()
export class S3Store extends BlobStore {
  constructor(
    private readonly client: S3Client,
    private readonly bucket: string,
  ) {
    super();
  }

  async write(key: string, pieces: AsyncIterable<Buffer>): Promise<void> {
    let refusal: Error | undefined;
    const upload = new Upload({
      client: this.client,
      params: {
        Bucket: this.bucket,
        Key: key,
        Body: Readable.from(capturingError(pieces, (error) => (refusal = error))),
      },
      partSize: partBytes,
      queueSize: concurrentParts,
    });
    try {
      await upload.done();
    } catch (error) {
      throw refusal ?? storeUnavailable(error);
    }
  }

  async read(key: string, range?: ByteRange): Promise<AsyncIterable<Buffer>> {
    if (range && range.end <= range.start) return Readable.from([]);
    const Range = range && `bytes=${range.start}-${range.end - 1}`;
    try {
      const { Body } = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key, Range }));
      if (!(Body instanceof Readable)) throw new Error('no body to read');
      return Body;
    } catch (error) {
      throw isMissing(error) ? new BlobMissing({ cause: error }) : storeUnavailable(error);
    }
  }

  async remove(key: string): Promise<void> {
    await this.client
      .send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }))
      .catch((error: unknown) => Promise.reject(storeUnavailable(error)));
  }

  async *list(): AsyncIterable<StoredBlob> {
    for await (const page of paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket })) {
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key !== undefined) yield { key: Key, modified_ts: LastModified?.getTime() ?? Date.now() };
      }
    }
  }

  isAbandoned({ modified_ts }: StoredBlob, now: number): boolean {
    return now - modified_ts > abandonedAfterMs;
  }
}

const storeUnavailable = (cause: unknown) => unavailable('The file store cannot be reached', cause);

const isMissing = (error: unknown) =>
  error instanceof NoSuchKey || (error as { name?: string }).name === 'InvalidRange';

/** Captures the error of the source, because the SDK may throw another one. */
async function* capturingError(pieces: AsyncIterable<Buffer>, capture: (error: Error) => void): AsyncIterable<Buffer> {
  try {
    yield* pieces;
  } catch (error) {
    capture(error as Error);
    throw error;
  }
}

export function connectS3(settings: ImportSettings, bucket: string): S3Store {
  const { IMPORT_S3_ENDPOINT: endpoint, IMPORT_S3_REGION: region } = settings;
  const client = new S3Client({
    region,
    // Stores other than Amazon's rarely have a host name per bucket.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...credentialsOf(settings),
  });
  return new S3Store(client, bucket);
}

/** Without keys the SDK uses its default chain: environment, profile, role of the machine or pod. */
function credentialsOf({ IMPORT_S3_ACCESS_KEY_ID, IMPORT_S3_SECRET_ACCESS_KEY }: ImportSettings) {
  if (IMPORT_S3_ACCESS_KEY_ID === undefined || IMPORT_S3_SECRET_ACCESS_KEY === undefined) return {};
  return { credentials: { accessKeyId: IMPORT_S3_ACCESS_KEY_ID, secretAccessKey: IMPORT_S3_SECRET_ACCESS_KEY } };
}
