import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publisher';
import { executionChanged } from '@tributary/contracts/topics';
import { databaseProviders } from '@tributary/runtime/database.providers';
import { watchDisk } from '@tributary/runtime/disk-metrics';
import { LOGGER } from '@tributary/runtime/logger';
import { outboxProviders } from '@tributary/runtime/outbox.providers';
import type { Platform } from '@tributary/runtime/platform';
import { directoryFollower, directoryProviders } from '@tributary/security/directory.providers';
import { DataSource } from 'typeorm';
import { BlobStore } from './blobs/blob.store.js';
import { createBlobStore } from './blobs/create-blob-store.js';
import { SETTINGS, type ImportSettings } from './config.js';
import { DataFilesController } from './data-files/data-files.controller.js';
import { importDatabase } from './database.js';
import { DocumentImportsController } from './document-imports/document-imports.controller.js';
import { DocumentImportsRepository } from './document-imports/document-imports.repository.js';
import { ExecutionEvents } from './executions/execution-events.js';
import { ExecutionsController } from './executions/executions.controller.js';
import { ExecutionsRepository } from './executions/executions.repository.js';
import { ChunkParser } from './pipeline/chunk-parser.js';
import { ChunksRepository } from './pipeline/chunks.repository.js';
import { CountAppliedHandler } from './pipeline/count-applied.handler.js';
import { FinishRepository } from './pipeline/finish.repository.js';
import { Finisher } from './pipeline/finisher.js';
import { ImportMetrics } from './pipeline/import-metrics.js';
import { ParseChunkHandler } from './pipeline/parse-chunk.handler.js';
import { ParsingThread } from './pipeline/parsing-thread.js';
import { Pipeline } from './pipeline/pipeline.js';
import { ProgressLog } from './pipeline/progress-log.js';
import { ScheduleRepository } from './pipeline/schedule.repository.js';
import { PassBodiesThrough } from './uploads/pass-bodies-through.js';
import { RemoveOrphans } from './uploads/remove-orphans.js';
import { UploadReceiver } from './uploads/upload-receiver.js';

const resources: Provider[] = [DocumentImportsRepository, ExecutionsRepository, ExecutionEvents];
const uploads: Provider[] = [PassBodiesThrough, UploadReceiver, RemoveOrphans];
const pipeline: Provider[] = [
  ...[ScheduleRepository, ChunksRepository, FinishRepository],
  ...[ParsingThread, ChunkParser, Finisher, Pipeline, ProgressLog],
];

@Module({})
export class ImportWorkerModule {
  static register(settings: ImportSettings & { DATABASE_URL: string }, platform: Platform): DynamicModule {
    if (settings.IMPORT_S3_BUCKET === undefined) watchDisk(platform.metrics, 'import-worker', settings.DATA_DIR);
    return {
      module: ImportWorkerModule,
      controllers: [
        ...[DocumentImportsController, ExecutionsController, DataFilesController],
        ...[ParseChunkHandler, CountAppliedHandler, directoryFollower('import-worker')],
      ],
      providers: [
        ...databaseProviders({ ...importDatabase, url: settings.DATABASE_URL }, platform),
        ...outboxProviders({ app: 'import-worker', topics: [executionChanged] }, platform),
        ...[...directoryProviders, ...resources, ...uploads, ...pipeline],
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
