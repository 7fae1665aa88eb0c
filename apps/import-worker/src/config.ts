import { ServiceConfig } from '@tributary/runtime/config';
import { z } from 'zod';

const gibibyte = 1024 ** 3;
const positive = z.coerce.number().int().min(1);

/** Settings of the module, as a service and in the embedded product; see docs/configuration.md. */
export const ImportSettings = z.object({
  DATA_DIR: z.string().min(1).default('data'),
  DATAFARM_KEY: z.string().min(1).default('DF_LOCAL'),
  IMPORT_MAX_BYTES: positive.max(Number.MAX_SAFE_INTEGER).default(2 * gibibyte),
  IMPORT_CHUNK_LINES: positive.max(100_000).default(5_000),
  IMPORT_CHUNKS_IN_FLIGHT: positive.max(1_000).default(8),
  IMPORT_CHUNKS_IN_FLIGHT_PER_EXECUTION: positive.max(1_000).default(3),
  IMPORT_RESEND_MS: positive.default(60_000),
  IMPORT_S3_BUCKET: z.string().min(1).optional(),
  IMPORT_S3_ENDPOINT: z.url().optional(),
  IMPORT_S3_REGION: z.string().min(1).default('us-east-1'),
  IMPORT_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  IMPORT_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
});
export type ImportSettings = z.infer<typeof ImportSettings>;

/** Token under which Nest injects `ImportSettings`. */
export const SETTINGS = Symbol('import settings');

export const ImportWorkerConfig = ServiceConfig.extend(ImportSettings.shape);
export type ImportWorkerConfig = z.infer<typeof ImportWorkerConfig>;
