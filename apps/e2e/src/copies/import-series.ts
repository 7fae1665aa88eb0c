import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { ImportUnderKills } from '../imports/import-kills.js';
import { BackgroundWork } from '../suite/background-work.js';

const lines = 2_000;
const recovery = { within: 180_000, every: 500 };

/** One import after the other, until it is stopped. */
export class ImportSeries extends BackgroundWork {
  private readonly imports: ImportUnderKills[] = [];

  constructor(
    private readonly platform: Platform,
    private readonly databaseUrl: () => string,
  ) {
    super();
  }

  get count(): number {
    return this.imports.length;
  }

  async expectEveryLineOnce(): Promise<void> {
    for (const finished of this.imports) await finished.expectEveryLineOnce();
  }

  protected async run(): Promise<void> {
    while (!this.isStopping) {
      // An upload that fails is repeated for another datamart.
      const started = await eventually(() => this.startImport(), recovery);
      this.imports.push(started);
      while (!this.isStopping && !(await started.hasEnded())) await sleep(500);
      await sleep(2_000);
    }
  }

  private async startImport(): Promise<ImportUnderKills> {
    const started = new ImportUnderKills(this.databaseUrl, lines);
    await started.start(this.platform.url, this.platform.token);
    return started;
  }
}
