import { Controller, Param, Res } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { notFound } from '@tributary/contracts/errors';
import { analyzers } from '@tributary/contracts/endpoints/admin/analyzers.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import type { FastifyReply } from 'fastify';
import { ConfigurationFilesRepository } from './configuration-files.repository.js';
import { sendFile } from './configuration-files.controller.js';
import { technicalName } from './technical-name.js';

const { downloadConfigurationFile } = analyzers.operations;

/**
 * The configuration that the SDK of plugins reads. It names no analyzer: one file of a name counts for all analyzers of the
 * version.
 */
@Controller()
export class WorkerConfigurationController {
  constructor(private readonly files: ConfigurationFilesRepository) {}

  @Serves(downloadConfigurationFile)
  async read(
    @CurrentCaller() { worker_of }: Caller,
    @Param('technical_name', technicalName) technical_name: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (worker_of === undefined) throw notFound();
    await sendFile(reply, await this.files.getNewest(worker_of, technical_name));
  }
}
