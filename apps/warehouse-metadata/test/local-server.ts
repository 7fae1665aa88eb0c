import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { TestPostgres } from '@tributary/testing/postgres/postgres';
import { Client } from 'pg';

/** A PostgreSQL server on a local TCP port, with simulated network faults. */
export interface LocalServer {
  port: number;
  /** The credentials of the superuser. */
  credentials: { host: string; port: number; user: string; password: string };
  /** Cuts all connections after the server has sent so many more bytes in total; undefined for never. */
  cutAfter(bytes: number | undefined): void;
  /** Accepts connections but never sends anything. */
  freeze(isFrozen: boolean): void;
  query(sql: string, database?: string): Promise<void>;
  close(): Promise<void>;
}

/** Forwards a TCP port to the server of the spec, which listens only on a Unix socket. */
export async function openPort(postgres: TestPostgres): Promise<LocalServer> {
  const { username: user, password, hostname, port, pathname } = new URL(postgres.url);
  const file = `${decodeURIComponent(hostname)}/.s.PGSQL.${port}`;
  const sockets = new Set<Socket>();
  let left: number | undefined;
  let isFrozen = false;
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined).on('close', () => sockets.delete(client));
    if (isFrozen) return;
    const upstream = connect(file);
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('close', () => upstream.destroy()).pipe(upstream);
    upstream.on('data', (bytes: Buffer) => {
      if (left === undefined) return client.write(bytes);
      left -= bytes.length;
      return left > 0 ? client.write(bytes) : client.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as AddressInfo).port;
  return {
    port: own,
    credentials: { host: '127.0.0.1', port: own, user, password },
    cutAfter: (bytes) => void (left = bytes),
    freeze: (frozen) => void (isFrozen = frozen),
    query: (sql, database = pathname.slice(1)) =>
      query({ host: decodeURIComponent(hostname), user, password, database }, sql),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function query(config: { host: string; user: string; password: string; database: string }, sql: string) {
  const client = new Client(config);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
