import { randomUUID } from 'node:crypto';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { badFormat, notFound } from '@tributary/contracts/errors';
import { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import './caller.js';
import { parseJson } from './json-body.js';
import { answerOddRequests, maxHeaderBytes, refuseMalformed } from './odd-requests.js';
import { sendError } from './send-error.js';

/** Largest JSON body, bytes. */
export const maxJsonBytes = 1024 * 1024;

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
    http: { maxHeaderSize: maxHeaderBytes, requireHostHeader: false },
    // Nest middleware is not used, and its hook would run on every request.
    skipMiddie: true,
    frameworkErrors: sendError,
    clientErrorHandler: refuseMalformed,
  });
  const server = adapter.getInstance<FastifyInstance>();
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    // At once: nobody's body is read for a route that does not exist.
    done(request.is404 ? notFound() : undefined);
  });
  answerOddRequests(server.server);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson);
  return adapter;
}

function readJson(
  request: FastifyRequest,
  bytes: string | Buffer,
  done: (error: Error | null, value?: unknown) => void,
): void {
  try {
    if (bytes.length === 0) throw badFormat('the body is empty');
    const { text, value } = parseJson(bytes as Buffer);
    request.bodyText = text;
    done(null, value);
  } catch (error) {
    done(error as Error);
  }
}
