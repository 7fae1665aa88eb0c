import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Answer, type HeaderFields } from './client.js';

/** A client that is told again and again to come later gives up. */
const maxRetries = 60;

/** A client as it should be: what is answered 503 it sends again when `Retry-After` says; anything else it takes as it is. */
export class PoliteClient extends Client {
  /** How often it was asked to come again. */
  retried = 0;

  override async call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers?: HeaderFields,
  ): Promise<Answer<T>> {
    return this.politely(() => super.call<T>(method, path, body, headers));
  }

  /** Makes the same request until its answer is not 503. */
  async politely<A extends Pick<Answer, 'status' | 'headers'>>(request: () => Promise<A>): Promise<A> {
    for (let retries = 0; ; retries++) {
      const answer = await request();
      const later = answer.headers.get('retry-after');
      if (answer.status !== 503 || later === null || retries === maxRetries) return answer;
      this.retried++;
      await sleep(Number(later) * 1_000);
    }
  }
}

/** Does the same again and again, and notes each time that it fails. */
export class Visitor {
  readonly failures: string[] = [];
  visits = 0;
  private isLeaving = false;
  private staying: Promise<void> = Promise.resolve();

  /** @param visit told how often there was one before */
  constructor(
    readonly name: string,
    private readonly visit: (number: number) => Promise<void>,
  ) {}

  come(): void {
    this.isLeaving = false;
    this.staying = this.stay();
  }

  /** Resolves when the last visit has ended. */
  async leave(): Promise<void> {
    this.isLeaving = true;
    await this.staying;
  }

  private async stay(): Promise<void> {
    while (!this.isLeaving) {
      await this.visit(this.visits++).catch((error: unknown) => this.failures.push(`${this.name}: ${describe(error)}`));
      await sleep(20);
    }
  }
}

/** Of a failed fetch the cause tells what happened. */
function describe(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
