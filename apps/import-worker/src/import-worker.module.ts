import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publishing/publisher';
import { eventsRecorded, executionChanged } from '@tributary/contracts/topics/topics';
import { auditProviders } from '@tributary/runtime/audit/audit.providers';
import { databaseProviders } from '@tributary/runtime/database.providers';
import { watchDisk } from '@tributary/runtime/metrics/disk-metrics';
import { LOGGER } from '@tributary/runtime/logger';
import { outboxProviders } from '@tributary/runtime/outbox.providers';
import type { Platform } from '@tributary/runtime/platform';
import { directoryFollower, directoryProviders } from '@tributary/security/directory.providers';
import { DataSource } from 'typeorm';
import { BlobStore } from './blobs/blob.store.js';
import { createBlobStore } from './blobs/create-blob-store.js';
import { ChunksRepository } from './chunks/chunks.repository.js';
import { SETTINGS, type ImportSettings } from './config.js';
import { DataFilesController } from './data-files/data-files.controller.js';
import { importDatabase } from './database.js';
import { DocumentImportsController } from './document-imports/document-imports.controller.js';
import { ImportTemplatesController } from './document-imports/import-templates.controller.js';
import { DocumentImportsRepository } from './document-imports/document-imports.repository.js';
import { ExecutionEvents } from './executions/execution-events.js';
import { ExecutionsController } from './executions/executions.controller.js';
import { ExecutionsRepository } from './executions/executions.repository.js';
import { IdempotencyKeysRepository } from './executions/idempotency-keys.repository.js';
import { FinishRepository } from './finishing/finish.repository.js';
import { Finisher } from './finishing/finisher.js';
import { ImportMetrics } from './import-metrics.js';
import { ChunkParser } from './parsing/chunk-parser.js';
import { ParseChunkHandler } from './parsing/parse-chunk.handler.js';
import { ParsingThread } from './parsing/parsing-thread.js';
import { CountAppliedHandler } from './scheduling/count-applied.handler.js';
import { Pipeline } from './scheduling/pipeline.js';
import { ProgressLog } from './scheduling/progress-log.js';
import { ScheduleRepository } from './scheduling/schedule.repository.js';
import { UploadHousekeeping } from './uploads/upload-housekeeping.js';
import { RepeatableUploads } from './uploads/repeatable-uploads.js';
import { UploadReceiver } from './uploads/upload-receiver.js';
import { UploadsController } from './uploads/uploads.controller.js';

const resources: Provider[] = [
  DocumentImportsRepository,
  ExecutionsRepository,
  IdempotencyKeysRepository,
  {
    provide: ExecutionEvents,
    useFactory: (executions: ExecutionsRepository) => new ExecutionEvents(executions),
    inject: [ExecutionsRepository],
  },
];
const uploads: Provider[] = [UploadReceiver, RepeatableUploads, UploadHousekeeping];
const pipeline: Provider[] = [
  ScheduleRepository,
  ChunksRepository,
  FinishRepository,
  ParsingThread,
  ChunkParser,
  Finisher,
  Pipeline,
  ProgressLog,
];

@Module({})
export class ImportWorkerModule {
  static register(settings: ImportSettings & { DATABASE_URL: string }, platform: Platform): DynamicModule {
    if (settings.IMPORT_S3_BUCKET === undefined) watchDisk(platform.metrics, 'import-worker', settings.DATA_DIR);
    return {
      module: ImportWorkerModule,
      controllers: [
        DocumentImportsController,
        ExecutionsController,
        UploadsController,
        DataFilesController,
        ImportTemplatesController,
        ParseChunkHandler,
        CountAppliedHandler,
        directoryFollower('import-worker'),
      ],
      providers: [
        ...databaseProviders({ ...importDatabase, url: settings.DATABASE_URL }, platform),
        ...outboxProviders({ app: 'import-worker', topics: [eventsRecorded, executionChanged] }, platform),
        ...auditProviders('import-worker', platform),
        ...directoryProviders,
        ...resources,
        ...uploads,
        ...pipeline,
        { provide: SETTINGS, useValue: settings },
        { provide: BlobStore, useFactory: () => createBlobStore(settings) },
        { provide: Publisher, useValue: platform.bus.publisher },
        {
          provide: ImportMetrics,
          useFactory: (dataSource: DataSource) => new ImportMetrics(platform.metrics, dataSource),
          inject: [DataSource],
        },
        { provide: LOGGER, useValue: platform.logger },
      ],
    };
  }
}
