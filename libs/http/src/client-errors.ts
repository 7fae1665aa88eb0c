import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { defaultHeaders, retryAfter } from './send-error.js';

/** Largest request line and headers, bytes. */
export const maxHeaderBytes = 32 * 1024;

const reasons = { 400: 'Bad Request', 404: 'Not Found', 503: 'Service Unavailable' } as const;

/**
 * Answers requests with our error envelope that Node would otherwise answer itself, before any handler runs.
 *
 * @param tunnelMs how long a client may keep the connection of a refused CONNECT open
 */
export function refuseUnsupportedRequests(server: Server, tunnelMs: number): void {
  // `maxHeaderBytes` is the only limit: by default Node silently drops headers beyond the 2,000th.
  server.maxHeadersCount = 0;
  server.on('checkExpectation', ({ socket }) =>
    write(socket, 400, 'BAD_REQUEST_FORMAT', 'Expect: only 100-continue is supported'),
  );
  server.on('connect', (_request, socket) => refuseTunnel(socket as Connection, tunnelMs));
}

/** From here on Node neither reads this connection nor handles its errors nor limits its time. */
function refuseTunnel(socket: Connection, withinMs: number): void {
  const late = setTimeout(() => socket.destroy(), withinMs).unref();
  socket.on('error', () => socket.destroy()).on('close', () => clearTimeout(late));
  // Reads on, to notice that the client is gone.
  socket.resume();
  answerTunnel(socket);
}

function answerTunnel(socket: Connection): void {
  const pending = pendingOn(socket);
  if (pending) return void pending.once('finish', () => answerTunnel(socket));
  write(socket, 404, 'RESOURCE_NOT_FOUND', 'Resource Not Found');
  socket.destroySoon();
}

/** Connections that got their final response. Further data on them makes the parser report errors again. */
const refused = new WeakSet<Duplex>();

type ClientError = Error & { code?: string; rawPacket?: unknown };
type Connection = Socket & { _httpMessage?: ServerResponse | null };

/**
 * Fastify's `clientErrorHandler`. Input that is not HTTP, or whose head exceeds the limit, never becomes a request object,
 * so the response is written to the socket directly.
 */
export function handleClientError(error: ClientError, socket: Connection): void {
  if (refused.has(socket)) return;
  refused.add(socket);
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  refuse(error, socket);
}

/** Answers a connection for which there is no room. */
export function refuseConnection(socket: Socket): void {
  write(socket, 503, 'SERVICE_UNAVAILABLE', 'too many connections');
  socket.destroySoon();
}

/**
 * The response that must be sent first, if the refused request is pipelined behind a good one. Node exposes it only here.
 */
function pendingOn({ _httpMessage: pending }: Connection): ServerResponse | undefined {
  return pending && !pending.writableFinished ? pending : undefined;
}

function refuse(error: ClientError, socket: Connection): void {
  const pending = pendingOn(socket);
  if (!pending) return refuseHead(error, socket);
  if (pending.req.complete) return void pending.once('finish', () => refuse(error, socket));
  // The error is in the middle of a body, so respond now. HPE_INVALID_EOF_STATE means that the client has closed the
  // connection; a client that is still sending may see only the closed connection.
  if (error.code !== 'HPE_INVALID_EOF_STATE' && !pending.headersSent)
    write(socket, 400, 'BAD_REQUEST_FORMAT', 'the body is malformed: not chunked as HTTP demands');
  socket.destroySoon();
}

const headMessages: Record<string, string> = {
  HPE_HEADER_OVERFLOW: `request line and headers exceed ${maxHeaderBytes} bytes`,
  ERR_HTTP_REQUEST_TIMEOUT: 'request line and headers were not complete in time',
};

function refuseHead({ code = '', rawPacket }: ClientError, socket: Connection): void {
  // A client that only keeps a connection open for later expects no answer.
  if (socket.bytesRead === 0) return void socket.destroy();
  const message = headMessages[code] ?? 'not an HTTP request';
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD ';
  write(socket, 400, 'BAD_REQUEST_FORMAT', message, isHead);
}

function write(
  socket: Duplex,
  status: keyof typeof reasons,
  error_code: string,
  error: string,
  withoutBody = false,
): void {
  if (!socket.writable) return;
  const error_id = randomUUID();
  const body = JSON.stringify({ status: 'error', error_code, error_id, error });
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\nContent-Type: application/json\r\nX-Request-Id: ${error_id}\r\n` +
      (status === 503 ? `Retry-After: ${retryAfter}\r\n` : '') +
      Object.entries(defaultHeaders)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('') +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${withoutBody ? '' : body}`,
  );
}
