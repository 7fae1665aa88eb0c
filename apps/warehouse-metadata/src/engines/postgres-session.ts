import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { PostgresCredentials } from '@tributary/contracts/warehouse-credentials';
import { Client, type QueryResultRow } from 'pg';
import { orAborted } from './or-aborted.js';

/** How long a host may take to answer at all. */
const connectTimeoutMs = 10_000;

/** A connection to one database of a client's server, which ends when the signal is given. */
export class PostgresSession {
  private constructor(
    private readonly client: Client,
    private readonly socket: Socket,
    private readonly signal: AbortSignal,
  ) {}

  /** @param address of the host, judged before; the name is only what its certificate must show */
  static async open(
    { host, port, user, password, ssl }: PostgresCredentials,
    { address, database }: { address: string; database: string },
    signal: AbortSignal,
  ): Promise<PostgresSession> {
    const socket = new Socket();
    const client = new Client({
      ...{ host: address, port, user, database },
      // A function: an empty text would make the driver look for a password in our own environment.
      password: () => password,
      ssl: tls(host, ssl),
      stream: () => socket,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: 'tributary',
    });
    // The loss of the connection rejects the statement in progress.
    client.on('error', () => undefined);
    const session = new PostgresSession(client, socket, signal);
    await session.orClosed(client.connect());
    return session;
  }

  async query<Row extends QueryResultRow>(text: string): Promise<Row[]> {
    const { rows } = await this.orClosed(this.client.query<Row>(text));
    return rows;
  }

  /** Without waiting for a server that may not answer. */
  close(): void {
    this.client.end().catch(() => undefined);
    setTimeout(() => this.socket.destroy(), 1_000).unref();
  }

  private async orClosed<T>(work: Promise<T>): Promise<T> {
    try {
      return await orAborted(this.signal, work);
    } catch (error) {
      this.socket.destroy();
      throw error;
    }
  }
}

function tls(servername: string, ssl: PostgresCredentials['ssl']): ConnectionOptions | false {
  if (ssl === undefined || ssl === false) return false;
  const { ca, verify } = ssl === true ? { ca: undefined, verify: true } : ssl;
  return { servername, rejectUnauthorized: verify, ...(ca !== undefined && { ca }) };
}
