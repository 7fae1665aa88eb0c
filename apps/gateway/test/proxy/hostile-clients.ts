import { connect, type Socket } from 'node:net';

/** The bytes that a hostile client sends, and those that it repeats. A client never reads. */
export interface Attack {
  first: Buffer;
  /** Sent again every `everyMs`. */
  drip?: { bytes: Buffer; everyMs: number };
}

/** Many connections to one server, from this process. */
export class HostileClients {
  private readonly sockets = new Set<Socket>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly url: string,
    private readonly attack: Attack,
  ) {}

  /** Resolves once each client is connected, or refused. */
  async connect(count: number): Promise<void> {
    const { drip } = this.attack;
    if (drip) this.timer = setInterval(() => this.write(drip.bytes), drip.everyMs);
    for (let opened = 0; opened < count; opened += inParallel)
      await Promise.all(Array.from({ length: Math.min(inParallel, count - opened) }, () => this.connectOne()));
  }

  close(): void {
    clearInterval(this.timer);
    for (const socket of this.sockets) socket.destroy();
  }

  private write(bytes: Buffer): void {
    for (const socket of this.sockets) if (socket.writable) socket.write(bytes);
  }

  private connectOne(): Promise<void> {
    const { hostname, port } = new URL(this.url);
    const { first } = this.attack;
    return new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      this.sockets.add(socket);
      socket.pause();
      socket.on('error', () => undefined);
      socket.once('connect', () => (first.length > 0 ? socket.write(first, () => resolve()) : resolve()));
      socket.once('close', () => {
        this.sockets.delete(socket);
        resolve();
      });
    });
  }
}

/** Below the backlog of a listening socket. */
const inParallel = 100;
