import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The faults that a request meets. Those that `store` do so before they fail. */
export const faults = [
  'store, late',
  'store, half',
  'store, reset',
  'store, 503',
  'store, twice',
  'store, wrong ids',
  'reset',
  '503',
  '500',
  '404',
  'redirect',
  'portal',
  'too few results',
  'cut body',
  '413',
] as const;
export type Fault = (typeof faults)[number];

/** Longer than clients of the specs wait. */
export const lateMs = 400;

interface SentActivity {
  $unique_key: string;
  $ts: number;
  /** Names the activity in the specs, under any id. */
  n?: number;
  poison?: boolean;
}

/** Stores activities by `$unique_key`, as the platform does. It fails as it is instructed, once for each fault. */
export class HostileServer {
  /** By id. */
  readonly stored = new Map<string, SentActivity>();
  /** The bodies of all requests, with their headers. */
  readonly requests: { lines: SentActivity[]; headers: IncomingMessage['headers']; path: string }[] = [];
  readonly faults: Fault[] = [];
  /** Answers this instead of the activities, until it is unset. */
  status: number | undefined;
  retryAfter: string | undefined;
  /** Refuses a body as a whole if one of its lines is refused, where the platform refuses the line. */
  isStrict = false;
  /** Answers this as a proxy before the platform does, until it is unset; for bodies that are longer only. */
  proxy: { status: number; longerThan?: number } | undefined;
  /** Refuses signatures of a time that differs by more from the server's, which no spec changes. */
  signatureWindowMs = Infinity;
  /** Whether answers have the time of the server. */
  sendsDate = true;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<HostileServer> {
    const server = createServer();
    const hostile = new HostileServer(server);
    server.on('request', (request, response) => {
      hostile.answer(request, response).catch(() => response.destroy());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return hostile;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close().closeAllConnections();
  }

  /** How many times each activity of the specs is stored. */
  timesStored(): Map<number, number> {
    const times = new Map<number, number>();
    for (const { n } of this.stored.values()) if (n !== undefined) times.set(n, (times.get(n) ?? 0) + 1);
    return times;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const lines = Buffer.concat(chunks)
      .toString()
      .split('\n')
      .map((line) => JSON.parse(line) as SentActivity);
    this.requests.push({ lines, headers: request.headers, path: request.url ?? '' });
    response.sendDate = this.sendsDate;
    const { status, longerThan = 0 } = this.proxy ?? {};
    if (status !== undefined && Buffer.concat(chunks).length > longerThan)
      return void response.writeHead(status, { 'content-type': 'text/html' }).end('<html>blocked</html>');
    const error = this.refuseTime(request.headers['x-svc-ts']);
    if (error) return send(response, 401, { status: 'error', error_code: 'MAC_ERROR', error: `x-svc-ts: ${error}` });
    if (this.status !== undefined) return this.refuseAll(response, this.status);
    const fault = this.faults.shift();
    // A proxy refuses long bodies. It would refuse an activity that is too long for it always.
    if (!fault || (fault === '413' && lines.length === 1)) return void this.accept(lines, response);
    if (fault.startsWith('store')) this.store(lines);
    await this.fail(fault, lines, response);
  }

  /** As the gateway does. @returns why */
  private refuseTime(ts: string | string[] | undefined): string | undefined {
    if (typeof ts !== 'string') return undefined;
    if (!/^\d{1,15}$/.test(ts)) return 'must be a decimal number of milliseconds';
    const isOff = Math.abs(Number(ts) - serverTime()) > this.signatureWindowMs;
    return isOff ? 'differs from the time of the server by more than 300 s' : undefined;
  }

  private refuseAll(response: ServerResponse, status: number): void {
    if (this.retryAfter) response.setHeader('Retry-After', this.retryAfter);
    send(response, status, { status: 'error', error_code: codes[status] ?? 'SERVICE_UNAVAILABLE', error: 'why' });
  }

  private accept(lines: SentActivity[], response: ServerResponse): void {
    const isRefused = lines.every(({ poison }) => poison) || (this.isStrict && lines.some(({ poison }) => poison));
    if (isRefused) return send(response, 400, { status: 'error', ...refusal });
    this.store(lines);
    send(response, 200, receiptsOf(lines));
  }

  private store(lines: SentActivity[]): void {
    for (const line of lines)
      if (!line.poison && !this.stored.has(line.$unique_key)) this.stored.set(line.$unique_key, line);
  }

  private async fail(fault: Fault, lines: SentActivity[], response: ServerResponse): Promise<void> {
    const body = receiptsOf(lines);
    switch (fault) {
      case 'store, late':
        await sleep(lateMs);
        return send(response, 200, body);
      case 'store, half':
      case 'cut body':
        return cut(response, JSON.stringify(body));
      case 'store, twice':
        return twice(response, JSON.stringify(body));
      case 'store, wrong ids':
        return send(response, 200, receiptsOf(lines.map((line) => ({ ...line, $unique_key: 'other' }))));
      case 'store, reset':
      case 'reset':
        return void response.destroy();
      case 'redirect':
        return void response.writeHead(302, { location: '/sign-in' }).end();
      case 'portal':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
      case 'too few results':
        return send(response, 200, receiptsOf(lines.slice(1)));
      default:
        return send(response, Number(/\d+/.exec(fault)?.[0]), { status: 'error', error: fault });
    }
  }
}

const codes: Record<number, string> = { 400: 'BAD_REQUEST_DATA', 401: 'TOKEN_ERROR', 403: 'AUTHORIZATION_ERROR' };
/** Not by the clock that specs set. */
const serverTime = () => performance.timeOrigin + performance.now();
const refusal = { error_code: 'BAD_REQUEST_DATA', error: 'poison' };

const receiptsOf = (lines: SentActivity[]) => {
  const results = lines.map(({ $unique_key: id, poison }) => (poison ? refusal : { id, received_ts: 1 }));
  const rejected = lines.filter(({ poison }) => poison).length;
  return { status: 'ok', data: { accepted: lines.length - rejected, rejected, results } };
};

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Promises the whole body and ends the connection in the middle of it. */
function cut(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-length': Buffer.byteLength(text) });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

/** The second answer belongs to no request. */
function twice(response: ServerResponse, text: string): void {
  const answer = `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  response.socket?.end(answer + answer);
}
