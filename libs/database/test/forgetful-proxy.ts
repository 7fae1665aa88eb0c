import net from 'node:net';

/** A proxy before PostgreSQL that cuts the connection when the server answers a COMMIT. */
export async function startForgetfulProxy(url: string): Promise<{ url: string; close: () => Promise<void> }> {
  const { hostname, port } = new URL(url);
  const server = net.createServer((client) => {
    const upstream = net.connect(`${decodeURIComponent(hostname)}/.s.PGSQL.${port}`);
    let committed = false;
    client.on('data', (data) => {
      committed ||= data.includes('commit\0');
      upstream.write(data);
    });
    upstream.on('data', (data) => (committed ? client.destroy() : client.write(data)));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as net.AddressInfo;
  return {
    url: url.replace(/@[^/]*/, `@127.0.0.1:${own}`),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
