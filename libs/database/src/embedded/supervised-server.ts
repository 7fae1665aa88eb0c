import { setTimeout as delay } from 'node:timers/promises';
import type { Server } from './embedded-server.js';

/** Pause after a failed restart. */
const relaunchMs = 1_000;

/** Restarts a server whenever it ends unexpectedly. */
export class SupervisedServer {
  private isStopping = false;
  private readonly ended: Promise<void>;

  constructor(
    private server: Server,
    private readonly relaunch: () => Promise<Server>,
    private readonly log: (line: string) => void,
  ) {
    this.ended = this.watch();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.server.stop();
    await this.ended;
  }

  private async watch(): Promise<void> {
    for (;;) {
      await this.server.exited;
      if (this.isStopping) return;
      this.log('PostgreSQL ended unexpectedly; restarting it');
      try {
        this.server = await this.relaunch();
        // `stop` was called during the restart.
        if (this.isStopping) await this.server.stop();
      } catch (error) {
        this.log((error as Error).message);
        await delay(relaunchMs);
      }
    }
  }
}
