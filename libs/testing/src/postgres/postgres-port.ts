import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/** Opens a TCP port for a PostgreSQL server that listens on a unix socket only, for clients that need TCP. */
export async function openPostgresPort(databaseUrl: string): Promise<{ url: string; close: () => void }> {
  const target = new URL(databaseUrl);
  const host = decodeURIComponent(target.hostname);
  if (!host.startsWith('/')) return { url: databaseUrl, close: () => undefined };
  const server = createServer((client) => {
    const upstream = connect(`${host}/.s.PGSQL.${target.port || 5432}`);
    client.pipe(upstream).pipe(client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on('error', () => other.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = databaseUrl.replace(/@[^/]*\//, `@127.0.0.1:${port}/`);
  return { url, close: () => void server.close() };
}
