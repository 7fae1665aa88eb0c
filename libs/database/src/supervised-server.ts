import { setTimeout as delay } from 'node:timers/promises';
import type { Server } from './embedded-server.js';

/** Between two attempts to start a server that does not. */
const relaunchMs = 1_000;

/** Starts a server again whenever it ends unasked. */
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
      this.log('PostgreSQL ended unasked; starting it again');
      try {
        this.server = await this.relaunch();
        // Told to stop while it started.
        if (this.isStopping) await this.server.stop();
      } catch (error) {
        this.log((error as Error).message);
        await delay(relaunchMs);
      }
    }
  }
}
