import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { PostgresCredentials } from '@tributary/contracts/warehouses/warehouse-credentials';
import { Client, type QueryResultRow } from 'pg';
import { orAborted } from './or-aborted.js';

/** How long connecting may take. */
const connectTimeoutMs = 10_000;

/** A connection to one database of a client's server. It closes if the signal aborts. */
export class PostgresSession {
  private constructor(
    private readonly client: Client,
    private readonly socket: Socket,
    private readonly signal: AbortSignal,
  ) {}

  /** @param address an address of the host that AddressGuard has checked; the host name is used only for the certificate */
  static async open(
    { host, port, user, password, ssl }: PostgresCredentials,
    { address, database }: { address: string; database: string },
    signal: AbortSignal,
  ): Promise<PostgresSession> {
    const socket = new Socket();
    const client = new Client({
      host: address,
      port,
      user,
      database,
      // A function, because for an empty string the driver would use PGPASSWORD of our own environment.
      password: () => password,
      ssl: tls(host, ssl),
      stream: () => socket,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: 'tributary',
    });
    // Ignored: a lost connection also rejects the running statement.
    client.on('error', () => undefined);
    const session = new PostgresSession(client, socket, signal);
    await session.orClosed(client.connect());
    return session;
  }

  async query<Row extends QueryResultRow>(text: string): Promise<Row[]> {
    const { rows } = await this.orClosed(this.client.query<Row>(text));
    return rows;
  }

  /** Does not wait: the server may not answer. */
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
