import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

/** Proof that no other instance works on a database. */
export interface InstanceClaim {
  release(): Promise<void>;
}

export interface ClaimOptions {
  /** How long to wait for an owner that is going away; default 2 s. */
  patienceMs?: number;
  /**
   * Called once, when the connection was lost (the server restarted) and another instance was quicker to claim anew.
   * The claim is not sought again: what worked under it must end.
   */
  onLost?: (error: Error) => void;
}

/** Ends a start that must not go on, naming what is in use. */
export class InUseError extends Error {
  constructor(what: string) {
    super(`${what} is in use by another running instance`);
    this.name = 'InUseError';
  }
}

const lockKey = 0x54726962; // "Trib"

/** Between two attempts to get a lost claim back. */
const renewMs = 200;

/**
 * Claims a database for one instance: a session advisory lock on a connection of its own, which the kernel closes when
 * the process dies, however it dies. Rejects with `InUseError` when another instance holds it. After a restart of the
 * database the claim is renewed by itself.
 */
export async function claimInstance(url: string, options: ClaimOptions = {}): Promise<InstanceClaim> {
  return new RenewedClaim(url, options, await claimPatiently(url, options));
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
        this.client = await claimPatiently(this.url, this.options);
        return this.renewWhenLost();
      } catch (error) {
        if (error instanceof InUseError) return this.options.onLost?.(error);
      }
    }
  }
}

async function claimPatiently(url: string, { patienceMs = 2_000 }: ClaimOptions): Promise<Client> {
  for (const deadline = Date.now() + patienceMs; ; await delay(50)) {
    const client = await tryClaim(url);
    if (client) return client;
    if (Date.now() >= deadline) throw new InUseError(`the database ${nameOf(url)}`);
  }
}

/** The connection that holds the claim; undefined when somebody else holds it. */
async function tryClaim(url: string): Promise<Client | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000, keepAlive: true });
  // What ends the connection ends the claim: seen by its `end`. Without a listener an error would end the process.
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
  return undefined;
}

/** Without the password. */
function nameOf(url: string): string {
  const { hostname, pathname } = new URL(url);
  return `${pathname.slice(1)} on ${decodeURIComponent(hostname)}`;
}
