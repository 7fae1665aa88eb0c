import { setTimeout as delay } from 'node:timers/promises';
import { retry } from '@tributary/contracts/retry';
import { Client } from 'pg';

/** Proof that no other instance uses a database. */
export interface InstanceClaim {
  release(): Promise<void>;
}

export interface ClaimOptions {
  /** How long to wait for another instance that is stopping; default 2 s. */
  timeoutMs?: number;
  /**
   * Called once if the connection was lost (the server restarted) and another instance claimed the database first. The
   * claim is not renewed after that: everything that relied on it must stop.
   */
  onLost?: (error: Error) => void;
}

/** Stops a start because another instance runs; the message names what is in use. */
export class InUseError extends Error {
  constructor(what: string) {
    super(`${what} is in use by another running instance`);
    this.name = 'InUseError';
  }
}

const lockKey = 0x54726962; // "Trib"

/** Pause between two attempts to claim. */
const pauseMs = 50;
/** Pause between two attempts to renew a lost claim. */
const renewMs = 200;

/**
 * Claims a database for one instance with a session advisory lock. The lock has its own connection, which the kernel
 * closes however the process dies. After a restart of the database the claim renews itself.
 *
 * @throws InUseError if another instance holds the claim
 */
export async function claimInstance(url: string, options: ClaimOptions = {}): Promise<InstanceClaim> {
  return new RenewedClaim(url, options, await claimUntil(url, options));
}

class RenewedClaim implements InstanceClaim {
  private isReleased = false;
  private renewal?: Promise<void>;

  constructor(
    private readonly url: string,
    private readonly options: ClaimOptions,
    private client: Client,
  ) {
    this.renewWhenLost();
  }

  async release(): Promise<void> {
    this.isReleased = true;
    await this.renewal;
    await this.client.end();
  }

  private renewWhenLost(): void {
    this.client.once('end', () => {
      if (!this.isReleased) this.renewal = this.renew();
    });
  }

  private async renew(): Promise<void> {
    for (;;) {
      await delay(renewMs);
      if (this.isReleased) return;
      try {
        this.client = await claimUntil(this.url, this.options);
        return this.renewWhenLost();
      } catch (error) {
        if (error instanceof InUseError) return this.options.onLost?.(error);
      }
    }
  }
}

const claimUntil = (url: string, { timeoutMs = 2_000 }: ClaimOptions): Promise<Client> =>
  retry(() => claim(url), { pauseMs, timeoutMs, isRetryable: (error) => error instanceof InUseError });

/** Returns the connection that holds the claim. @throws InUseError if another connection holds it */
async function claim(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  // An `error` event without a listener would end the process. A lost connection is noticed by its `end` event.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ claimed: boolean }>('select pg_try_advisory_lock($1) as claimed', [lockKey]);
    if (rows[0]?.claimed) return client;
  } catch (error) {
    await client.end();
    throw error;
  }
  await client.end();
  throw new InUseError(`the database ${nameOf(url)}`);
}

/** The database and host, without the password. */
function nameOf(url: string): string {
  const { hostname, pathname } = new URL(url);
  return `${pathname.slice(1)} on ${decodeURIComponent(hostname)}`;
}
