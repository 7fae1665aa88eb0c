import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import type { AppProcess } from '@tributary/testing/processes/processes';
import { findEmbeddedServer } from '@tributary/testing/processes/processes-embedded';
import type { Platform } from '@tributary/testing/processes/platform';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { Scenario } from './scenario.js';
import { stepsOn } from './step.js';

/** The embedded product, shared by all steps of a file. Create it at the top of the file, or of a `describe`. */
export class EmbeddedSuite {
  platform: Platform;
  scenario: Scenario;
  /** Files of the suite. They are removed at its end. */
  readonly directory = mkdtempSync(path.join(tmpdir(), 'tributary-embedded-'));
  readonly dataDirectory = path.join(this.directory, 'data');
  readonly step = stepsOn(
    () => this.platform,
    async () => {
      if (!this.standalone.isRunning) await this.standalone.start();
    },
  );

  constructor() {
    beforeAll(async () => {
      this.platform = await this.start();
      this.scenario = new Scenario(this.platform, this.databaseUrl);
    });
    afterAll(async () => {
      // Undefined if the start failed.
      await (this.platform as Platform | undefined)?.stop();
      // The processes of a killed server may still write there.
      await rm(this.directory, { recursive: true, force: true, maxRetries: 20 });
    });
  }

  get standalone(): AppProcess {
    return this.platform.process('standalone');
  }

  get server() {
    return findEmbeddedServer(this.dataDirectory);
  }

  /** The URL of the embedded PostgreSQL, which changes with every start. */
  databaseUrl = () => this.server.url;

  /** Starts it again with these settings, on the same data. */
  async restart(settings: Record<string, string>): Promise<void> {
    const { token } = this.platform;
    await this.platform.stop();
    // The first start has created the first administrator.
    this.platform = { ...(await this.start(settings)), token };
  }

  private start(settings: Record<string, string> = {}): Promise<Platform> {
    return startPlatform({ shape: 'embedded', dataDirectory: this.dataDirectory, settings });
  }
}
