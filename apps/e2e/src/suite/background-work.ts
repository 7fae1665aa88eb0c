/** Work that goes on until it is stopped, beside the steps of a suite. */
export abstract class BackgroundWork {
  protected isStopping = false;
  private running: Promise<void> = Promise.resolve();

  start(): void {
    this.isStopping = false;
    this.running = this.run();
    this.running.catch(() => undefined);
  }

  /** Resolves when the work has ended. @throws if it failed. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  /** Works until `isStopping`. */
  protected abstract run(): Promise<void>;
}
