import { randomUUID } from 'node:crypto';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { notFound } from '@tributary/contracts/errors';
import { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import './caller.js';
import { parseJson } from './json-body.js';
import { defaultHeaders } from './default-headers.js';
import { answerOddRequests, maxHeaderBytes, refuseMalformed } from './odd-requests.js';
import { sendError } from './send-error.js';

/** Largest JSON body, bytes. */
export const maxJsonBytes = 1024 * 1024;

/** Largest head of a request that the gateway forwards, bytes: a role of the caller takes about 60. */
const maxForwardedHeaderBytes = 512 * 1024;

/** How long a connection may stand still within a request, milliseconds. */
const idleConnectionMs = 60_000;

export interface HttpOptions {
  logger: FastifyBaseLogger;
  /**
   * Take the X-Request-Id of the gateway, so that one id runs through the logs of both, and a head as large as it may
   * send: the client's and the caller with every role. Never on the public port.
   */
  behindGateway?: boolean;
}

/** The HTTP server of every app: limits, JSON parsing, request ids and the error envelope. */
export function createHttpAdapter({ logger, behindGateway = false }: HttpOptions): FastifyAdapter {
  const maxHeaderSize = behindGateway ? maxForwardedHeaderBytes : maxHeaderBytes;
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: maxJsonBytes,
    requestIdHeader: behindGateway ? 'x-request-id' : false,
    genReqId: () => randomUUID(),
    // A connection on which nothing moves for so long is closed; a long upload moves.
    connectionTimeout: idleConnectionMs,
    forceCloseConnections: 'idle',
    // What still comes over open connections while the server closes is answered as ever, and closes its connection.
    return503OnClosing: false,
    routerOptions: { maxParamLength: maxHeaderBytes, ignoreTrailingSlash: false },
    // A header that was sent twice is seen as sent, not as its first value: two credentials are none that we know.
    http: { maxHeaderSize, requireHostHeader: false, joinDuplicateHeaders: true },
    // Nest middleware is not used, and its hook would run on every request.
    skipMiddie: true,
    frameworkErrors: sendError,
    clientErrorHandler: refuseMalformed,
  });
  const server = adapter.getInstance<FastifyInstance>();
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ ...defaultHeaders, 'x-request-id': request.id });
    // At once: nobody's body is read for a route that does not exist.
    done(request.is404 ? notFound() : undefined);
  });
  answerOddRequests(server.server);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson);
  return adapter;
}

type Done = (error: Error | null, value?: unknown) => void;

function readJson(request: FastifyRequest, bytes: string | Buffer, done: Done): void {
  const parse = () => parseBody(request, bytes as Buffer, done);
  const { checkBody } = request;
  if (!checkBody) return parse();
  request.checkBody = undefined;
  // In a chain of promises a refusal that is thrown and one that is rejected are the same.
  void Promise.resolve(bytes as Buffer)
    .then(checkBody)
    .then(parse, (error: Error) => done(error));
}

function parseBody(request: FastifyRequest, bytes: Buffer, done: Done): void {
  try {
    // Clients name a content type also where they send nothing, as with a DELETE; who needs a body asks for it.
    if (bytes.length === 0) return done(null, undefined);
    const { text, value } = parseJson(bytes);
    request.bodyText = text;
    done(null, value);
  } catch (error) {
    done(error as Error);
  }
}
