import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Activity = Record<string, unknown> & { $events: Record<string, unknown>[] };

/** A request to analyze an activity, as it arrived. */
export interface Call {
  /** Milliseconds of the monotonic clock. */
  at: number;
  activity_analyzer_id: string;
  datamart_id: string;
  channel_id: string;
  activity: Activity;
  headers: IncomingMessage['headers'];
}

/**
 * How a call ends. `hang` never answers, `drip` sends a byte of an endless answer every 50 ms, and `reset` breaks the
 * connection.
 */
export type Reply =
  | 'hang'
  | 'drip'
  | 'reset'
  | { afterMs?: number; status?: number; headers?: Record<string, string>; body: string | object };

/** The answer of an analyzer that changes nothing. */
export const unchanged = ({ activity }: Call): Reply => ({ body: { status: 'ok', data: activity } });

/** The answer of an analyzer that adds these fields. */
export const adding =
  (fields: object) =>
  ({ activity }: Call): Reply => ({ body: { status: 'ok', data: { ...activity, ...fields } } });

/** A plugin in the process of the test. It counts its calls and answers by a script, which a test may replace. */
export class PluginDouble {
  readonly calls: Call[] = [];
  /** Requests that are open: neither answered nor aborted by the caller. */
  open = 0;
  mostOpen = 0;
  private readonly sockets = new Set<Socket>();
  private server: Server;
  private port = 0;

  private constructor(public reply: (call: Call) => Reply) {}

  static async start(reply: (call: Call) => Reply = unchanged): Promise<PluginDouble> {
    const plugin = new PluginDouble(reply);
    await plugin.listen();
    return plugin;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Ends as a killed process does. `listen` brings it back on its port. */
  async die(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.resetAndDestroy();
    await closed;
  }

  async listen(): Promise<void> {
    this.server = createServer((request, response) => void this.answer(request, response).catch(() => undefined));
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** The arrivals of calls, milliseconds after the first one. */
  arrivals(): number[] {
    const [first] = this.calls;
    return this.calls.map(({ at }) => at - (first?.at ?? 0));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.mostOpen = Math.max(this.mostOpen, ++this.open);
    response.once('close', () => this.open--);
    const at = performance.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const content = JSON.parse(Buffer.concat(chunks).toString()) as Omit<Call, 'at' | 'headers'>;
    const call = { ...content, at, headers: request.headers };
    this.calls.push(call);
    await respond(response, this.reply(call));
  }
}

async function respond(response: ServerResponse, reply: Reply): Promise<void> {
  if (reply === 'hang') return;
  if (reply === 'reset') return void response.socket?.resetAndDestroy();
  if (reply === 'drip') {
    response.writeHead(200);
    for (response.write('{'); !response.destroyed; response.write(' ')) await sleep(50);
    return;
  }
  const { afterMs = 0, status = 200, headers = { 'content-type': 'application/json' }, body } = reply;
  if (afterMs > 0) await sleep(afterMs);
  response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
}
