import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP port in front of a unix socket. The socket can change, as the server behind a Kubernetes Service can. */
export class MovingPort {
  private readonly open = new Set<Socket>();

  private constructor(
    private socketPath: string,
    private readonly server: Server,
  ) {
    server.on('connection', (client) => this.forward(client));
  }

  static async open(socketPath: string): Promise<MovingPort> {
    const port = new MovingPort(socketPath, createServer());
    await once(port.server.listen(0, '127.0.0.1'), 'listening');
    return port;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Breaks every connection, and forwards new ones to the other socket. */
  moveTo(socketPath: string): void {
    this.socketPath = socketPath;
    this.breakConnections();
  }

  close(): void {
    this.server.close();
    this.breakConnections();
  }

  private breakConnections(): void {
    for (const socket of this.open) socket.resetAndDestroy();
  }

  private forward(client: Socket): void {
    const upstream = connect(this.socketPath);
    client.setNoDelay(true);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.pipe(to);
      from.once('error', () => to.destroy());
      from.once('close', () => to.destroy());
    }
    this.open.add(client);
    client.once('close', () => this.open.delete(client));
  }
}
