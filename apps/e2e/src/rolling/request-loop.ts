import { reason } from '@tributary/testing/load/load';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackgroundWork } from '../suite/background-work.js';

/** Each loop waits so long between two iterations: what restarts needs the processor more. */
const pauseMs = 500;

/** Repeats one task until it is stopped, and records its failures. */
export class RequestLoop extends BackgroundWork {
  readonly failures: string[] = [];
  iterations = 0;

  /** @param iteration gets the number of earlier iterations */
  constructor(
    readonly name: string,
    private readonly iteration: (number: number) => Promise<void>,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    while (!this.isStopping) {
      await this.iteration(this.iterations++).catch((error: unknown) =>
        this.failures.push(`${this.name}: ${reason(error)}`),
      );
      await sleep(pauseMs);
    }
  }
}
