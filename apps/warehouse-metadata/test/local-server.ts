import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { TestPostgres } from '@tributary/testing/postgres';
import { Client } from 'pg';

/** A PostgreSQL server behind a port of this machine, and what can go wrong on the way to it. */
export interface LocalServer {
  port: number;
  /** Of the superuser. */
  credentials: { host: string; port: number; user: string; password: string };
  /** Cuts every connection once the server has sent so many more bytes in all; undefined never. */
  cutAfter(bytes: number | undefined): void;
  /** Connections are taken and nothing ever comes back. */
  freeze(isFrozen: boolean): void;
  query(sql: string, database?: string): Promise<void>;
  close(): Promise<void>;
}

/** The servers of specs listen on a socket in the file system only; this one forwards a port to it. */
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
