import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { findEmbeddedServer } from '@tributary/testing/processes/processes-embedded';
import type { Platform } from '@tributary/testing/processes/platform';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { stepsOn } from './step.js';

/** One process, shared by all steps of a file. Create it at the top of the file. */
export class EmbeddedSuite {
  platform: Platform;
  /** Files of the suite. They are removed at its end. */
  readonly directory = mkdtempSync(path.join(tmpdir(), 'tributary-embedded-'));
  readonly step = stepsOn(() => this.platform);
  private readonly dataDirectory = path.join(this.directory, 'data');

  constructor() {
    beforeAll(async () => {
      this.platform = await this.start();
    });
    afterAll(async () => {
      // Undefined if the start failed.
      await (this.platform as Platform | undefined)?.stop();
      await rm(this.directory, { recursive: true, force: true });
    });
  }

  get databaseUrl(): string {
    return findEmbeddedServer(this.dataDirectory).url;
  }

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
