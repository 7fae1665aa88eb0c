import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export type Json = Record<string, unknown>;

/** A call as the plugin received it. */
export interface ReceivedCall {
  /** Monotonic, milliseconds. */
  arrivedMs: number;
  path: string;
  headers: IncomingHttpHeaders;
  /** The body as text, and parsed. */
  text: string;
  analyzer_id: string;
  activity: Json;
  /** Local port of the connection at the caller: the same for two calls on one connection. */
  callerPort: number;
}

/** The reaction of the plugin to a call. */
export type PluginAnswer =
  | { kind: 'ok'; data: unknown }
  | { kind: 'drop' }
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  /** Never answers. */
  | { kind: 'hang' }
  /** Begins an answer and sends one byte of it at a time, for ever. */
  | { kind: 'drip'; everyMs: number }
  | { kind: 'reset' }
  /** These bytes instead of an HTTP answer; then the connection ends, unless it stays open. */
  | { kind: 'raw'; bytes: string | Buffer; staysOpen?: boolean };

export type PluginScript = (call: ReceivedCall, count: number) => PluginAnswer | Promise<PluginAnswer>;

export const ok = (data: unknown): PluginAnswer => ({ kind: 'ok', data });
export const drop: PluginAnswer = { kind: 'drop' };
export const status = (code: number, headers: Record<string, string> = {}, body = ''): PluginAnswer => ({
  kind: 'status',
  status: code,
  headers,
  body,
});
export const unchanged: PluginScript = ({ activity }) => ok(activity);

/** Answers as the script does, later. */
export const after =
  (ms: number, script: PluginScript = unchanged): PluginScript =>
  async (call, count) => {
    await sleep(ms);
    return script(call, count);
  };

/** Requests that are open now, and the most that were open at the same time. */
class Gauge {
  open = 0;
  most = 0;

  enter(): void {
    this.open += 1;
    this.most = Math.max(this.most, this.open);
  }
}

/**
 * A worker of a plugin, answering calls by a script that a spec may replace at any time. It counts open requests from the
 * arrival of the head to the end of the connection or the answer.
 */
export class PluginDouble {
  readonly calls: ReceivedCall[] = [];
  readonly requests = new Gauge();
  /** By the id of the analyzer. */
  readonly perAnalyzer = new Map<string, Gauge>();
  /** Connections that were accepted. */
  connections = 0;
  /** New connections are accepted, but nothing is read from them. */
  neverReads = false;
  private readonly sockets = new Set<Socket>();
  private readonly http: Server;
  private readonly tcp = createTcpServer({ pauseOnConnect: true }, (socket) => this.accept(socket));

  private constructor(public script: PluginScript) {
    this.http = createServer((request, response) => void this.serve(request, response));
    this.http.requestTimeout = 0;
  }

  /**
   * @param options.keepAliveMs how long an idle connection stays open
   * @param options.host address on which it listens: a pod does not reach the loopback of this machine
   */
  static async start(
    script: PluginScript = unchanged,
    options: { keepAliveMs?: number; host?: string; port?: number } = {},
  ) {
    const double = new PluginDouble(script);
    double.http.keepAliveTimeout = options.keepAliveMs ?? 5_000;
    // A double that a failed test has not closed does not keep the test run alive.
    double.tcp.listen(options.port ?? 0, options.host ?? '127.0.0.1').unref();
    await once(double.tcp, 'listening');
    return double;
  }

  get port(): number {
    return (this.tcp.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The times of arrival at this analyzer, or at all. */
  arrivals(analyzer_id?: string): number[] {
    const calls = this.calls.filter((call) => analyzer_id === undefined || call.analyzer_id === analyzer_id);
    return calls.map(({ arrivedMs }) => arrivedMs);
  }

  /** Most requests of this analyzer that were open at the same time. */
  mostAtOnce(analyzer_id?: string): number {
    return analyzer_id === undefined ? this.requests.most : (this.perAnalyzer.get(analyzer_id)?.most ?? 0);
  }

  /** Closes all connections at once. The server still accepts new ones. */
  resetConnections(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.tcp.close();
    for (const socket of this.sockets) socket.destroy();
    await once(this.tcp, 'close');
  }

  private accept(socket: Socket): void {
    this.connections += 1;
    this.sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => this.sockets.delete(socket));
    if (this.neverReads) return;
    this.http.emit('connection', socket);
    socket.resume();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrivedMs = performance.now();
    this.count(this.requests, response);
    try {
      const call = await receive(request, arrivedMs);
      this.count(this.gaugeOf(call.analyzer_id), response);
      this.calls.push(call);
      await answer(await this.script(call, this.calls.length), request.socket, response);
    } catch {
      // The caller has given up, or the script has failed: the caller sees a reset.
      request.socket.destroy();
    }
  }

  private gaugeOf(analyzer_id: string): Gauge {
    const gauge = this.perAnalyzer.get(analyzer_id) ?? new Gauge();
    this.perAnalyzer.set(analyzer_id, gauge);
    return gauge;
  }

  private count(gauge: Gauge, response: ServerResponse): void {
    gauge.enter();
    if (response.closed) gauge.open -= 1;
    else response.once('close', () => (gauge.open -= 1));
  }
}

async function receive(request: IncomingMessage, arrivedMs: number): Promise<ReceivedCall> {
  const body = await text(request);
  const { activity_analyzer_id, activity } = JSON.parse(body) as { activity_analyzer_id: string; activity: Json };
  return {
    arrivedMs,
    path: request.url ?? '',
    headers: request.headers,
    text: body,
    analyzer_id: activity_analyzer_id,
    activity,
    callerPort: request.socket.remotePort ?? 0,
  };
}

async function answer(given: PluginAnswer, socket: Socket, response: ServerResponse): Promise<void> {
  switch (given.kind) {
    case 'ok':
      return sendJson(response, { status: 'ok', data: given.data });
    case 'drop':
      return sendJson(response, { status: 'drop' });
    case 'status':
      response.writeHead(given.status, given.headers).end(given.body);
      return;
    case 'hang':
      return;
    case 'drip':
      return drip(response, given.everyMs);
    case 'reset':
      socket.resetAndDestroy();
      return;
    case 'raw':
      socket.write(given.bytes);
      if (!given.staysOpen) socket.end();
  }
}

function sendJson(response: ServerResponse, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes);
}

async function drip(response: ServerResponse, everyMs: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"status":"ok","data":{"$type":"');
  while (!response.destroyed) {
    response.write('x');
    await sleep(everyMs);
  }
}
