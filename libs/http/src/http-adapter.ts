import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { badFormat } from '@tributary/contracts/errors';
import { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import './caller.js';
import { parseJson } from './json-body.js';
import { sendError } from './send-error.js';

/** Largest JSON body, bytes. */
export const maxJsonBytes = 1024 * 1024;
/** Largest request line and headers, bytes. */
export const maxHeaderBytes = 32 * 1024;

/** How long a connection may stand still within a request, milliseconds. */
const idleConnectionMs = 60_000;

export interface HttpOptions {
  logger: FastifyBaseLogger;
  /** Take the X-Request-Id of the gateway, so that one id runs through the logs of both. Never on the public port. */
  trustRequestId?: boolean;
}

/** The HTTP server of every app: limits, JSON parsing, request ids and the error envelope. */
export function createHttpAdapter({ logger, trustRequestId = false }: HttpOptions): FastifyAdapter {
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxJsonBytes,
    requestIdHeader: trustRequestId ? 'x-request-id' : false,
    genReqId: () => randomUUID(),
    // A connection on which nothing moves for so long is closed; a long upload moves.
    connectionTimeout: idleConnectionMs,
    forceCloseConnections: 'idle',
    // What still comes over open connections while the server closes is answered as ever, and closes its connection.
    return503OnClosing: false,
    routerOptions: { maxParamLength: maxHeaderBytes, ignoreTrailingSlash: false },
    http: { maxHeaderSize: maxHeaderBytes },
    // Nest middleware is not used, and its hook would run on every request.
    skipMiddie: true,
    frameworkErrors: sendError,
    clientErrorHandler: refuseMalformed,
  });
  const server = adapter.getInstance<FastifyInstance>();
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson);
  return adapter;
}

function readJson(request: FastifyRequest, bytes: string | Buffer, done: (error: Error | null, value?: unknown) => void): void {
  try {
    if (bytes.length === 0) throw badFormat('the body is empty');
    const { text, value } = parseJson(bytes as Buffer);
    request.bodyText = text;
    done(null, value);
  } catch (error) {
    done(error as Error);
  }
}

/** What is no HTTP request, or has a head over the limit, never becomes a request object: the answer is written by hand. */
function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const error_id = randomUUID();
  const message =
    error.code === 'HPE_HEADER_OVERFLOW' ? `request line and headers exceed ${maxHeaderBytes} bytes` : 'not an HTTP request';
  const body = JSON.stringify({ status: 'error', error_code: 'BAD_REQUEST_FORMAT', error_id, error: message });
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nX-Request-Id: ${error_id}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
