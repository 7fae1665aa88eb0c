import { Module } from '@nestjs/common';

/** Owns no route and no topic yet. */
@Module({})
export class ImportWorkerModule {}
