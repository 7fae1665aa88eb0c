import { afterAll, beforeAll } from '@jest/globals';
import { findEmbeddedServer } from '@tributary/testing/processes/processes-embedded';
import type { Platform } from '@tributary/testing/processes/platform';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import type { AppProcess } from '@tributary/testing/processes/processes';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Scenario } from './scenario.js';
import { stepsOn } from './step.js';

/** The embedded product, shared by all steps of a file. Create it at the top of the file. */
export class EmbeddedSuite {
  directory: string;
  platform: Platform;
  scenario: Scenario;
  readonly step = stepsOn(
    () => this.platform,
    async () => {
      if (!this.standalone.isRunning) await this.standalone.start();
    },
  );

  constructor() {
    beforeAll(async () => {
      this.directory = await mkdtemp(path.join(tmpdir(), 'tributary-embedded-'));
      this.platform = await startPlatform({ shape: 'embedded', dataDirectory: this.dataDirectory });
      this.scenario = new Scenario(this.platform, this.databaseUrl);
    });
    afterAll(async () => {
      // Undefined if the start failed.
      await (this.platform as Platform | undefined)?.stop();
      await rm(this.directory, { recursive: true, force: true });
    });
  }

  get dataDirectory(): string {
    return path.join(this.directory, 'data');
  }

  get standalone(): AppProcess {
    return this.platform.process('standalone');
  }

  get server() {
    return findEmbeddedServer(this.dataDirectory);
  }

  /** Of the embedded PostgreSQL; it changes with every start. */
  databaseUrl = () => this.server.url;
}
