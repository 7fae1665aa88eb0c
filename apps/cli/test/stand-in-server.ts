import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands in for the platform, on a port of its own. */
export abstract class StandInServer {
  private readonly server = createServer((request, response) => void this.handle(request, response));

  async start(): Promise<this> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close().closeAllConnections();
  }

  protected abstract handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}
