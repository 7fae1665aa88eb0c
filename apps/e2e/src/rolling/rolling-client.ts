import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ApiResponse, type HeaderFields } from '../client/client.js';
import { BackgroundWork } from '../suite/background-work.js';

/** A client gives up after this number of 503 responses. */
const maxRetries = 60;

/** A client that resends a request answered 503 after the time in `Retry-After`. It returns all other responses. */
export class RetryingClient extends Client {
  /** Number of resent requests. */
  retried = 0;

  override async call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers?: HeaderFields,
  ): Promise<ApiResponse<T>> {
    return this.withRetries(() => super.call<T>(method, path, body, headers));
  }

  /** Repeats the request until the response is not a 503. */
  async withRetries<A extends Pick<ApiResponse, 'status' | 'headers'>>(request: () => Promise<A>): Promise<A> {
    for (let retries = 0; ; retries++) {
      const response = await request();
      const retryAfter = response.headers.get('retry-after');
      if (response.status !== 503 || retryAfter === null || retries === maxRetries) return response;
      this.retried++;
      await sleep(Number(retryAfter) * 1_000);
    }
  }
}

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
      await sleep(20);
    }
  }
}

/** The message of a failed fetch, with its cause, which names the problem. */
function reason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
