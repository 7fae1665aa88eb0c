import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { defaultHeaders } from './default-headers.js';

/** Largest request line and headers, bytes. */
export const maxHeaderBytes = 32 * 1024;

const reasons = { 400: 'Bad Request', 404: 'Not Found' } as const;

/** What Node would answer by itself, before any handler, and not with our envelope. */
export function answerOddRequests(server: Server): void {
  // Any number of headers, within `maxHeaderBytes`: beyond its default of 2,000 Node drops them silently.
  server.maxHeadersCount = 0;
  server.on('checkExpectation', ({ socket }) =>
    write(socket, 400, 'BAD_REQUEST_FORMAT', 'Expect: only 100-continue is known'),
  );
  server.on('connect', (_request, socket) => write(socket, 404, 'RESOURCE_NOT_FOUND', 'Resource Not Found'));
}

/** Connections that have had their last answer: what they still send makes the parser complain again. */
const refused = new WeakSet<Duplex>();

type Malformed = Error & { code?: string; rawPacket?: unknown };
type Connection = Socket & { _httpMessage?: ServerResponse | null };

/** What is no HTTP request, or has a head over the limit, never becomes a request object: the answer is written by hand. */
export function refuseMalformed(error: Malformed, socket: Connection): void {
  if (refused.has(socket)) return;
  refused.add(socket);
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  refuse(error, socket);
}

function refuse(error: Malformed, socket: Connection): void {
  // Pipelined behind a good request: that one's answer comes first. Node says only here that one is being written.
  const pending = socket._httpMessage;
  if (!pending || pending.writableFinished) return refuseHead(error, socket);
  if (pending.req.complete) return void pending.once('finish', () => refuse(error, socket));
  // In the middle of a body, whose reader must hear of it now. A client that has gone hears nothing any more, one that is
  // still sending perhaps only that the connection is closed.
  if (error.code !== 'HPE_INVALID_EOF_STATE' && !pending.headersSent)
    write(socket, 400, 'BAD_REQUEST_FORMAT', 'the body is malformed: not chunked as HTTP demands');
  socket.destroySoon();
}

function refuseHead({ code, rawPacket }: Malformed, socket: Connection): void {
  const message =
    code === 'HPE_HEADER_OVERFLOW' ? `request line and headers exceed ${maxHeaderBytes} bytes` : 'not an HTTP request';
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
      Object.entries(defaultHeaders)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('') +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${withoutBody ? '' : body}`,
  );
}
