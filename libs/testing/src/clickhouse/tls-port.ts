import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

export interface PortOptions {
  /** Default: a free port of 127.0.0.1. */
  host?: string | undefined;
  port?: number | undefined;
  /** Gets what clients send, as it is on the wire. */
  onSent?: ((bytes: Buffer) => void) | undefined;
}

export interface OpenPort {
  port: number;
  /** Breaks its connections, too. */
  stop(): Promise<void>;
}

/** Forwards a port to the server of a URL. */
export async function openPort(url: string, { host = '127.0.0.1', port = 0, onSent }: PortOptions): Promise<OpenPort> {
  const server = createServer();
  const stop = forward(server, 'connection', url, onSent);
  await once(server.listen(port, host), 'listening');
  return { port: portOf(server), stop };
}

/** Ends TLS in front of a server that has none, as a balancer does. */
export async function openTlsPort(
  url: string,
  { key, cert, ...options }: PortOptions & { key: string; cert: string },
): Promise<OpenPort> {
  const server = createTlsServer({ key, cert });
  const stop = forward(server, 'secureConnection', url);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const wire = await openPort(`tcp://127.0.0.1:${portOf(server)}`, options);
  return { port: wire.port, stop: async () => void (await Promise.all([wire.stop(), stop()])) };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

function forward(
  server: Server,
  event: 'connection' | 'secureConnection',
  url: string,
  onSent?: PortOptions['onSent'],
) {
  const { hostname: host, port } = new URL(url);
  const open = new Set<Socket>();
  const pipe = (from: Socket, to: Socket) => {
    open.add(from);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      open.delete(from);
      to.destroy();
    });
  };
  server.on(event, (client: Socket) => {
    const upstream = connect({ host, port: Number(port) });
    if (onSent) client.on('data', onSent);
    pipe(client, upstream);
    pipe(upstream, client);
  });
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of open) socket.destroy();
    await closed;
  };
}
