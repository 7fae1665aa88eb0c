import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { notFound } from '@tributary/contracts/errors';
import { maxBodyBytes } from '@tributary/contracts/rules/json/body-limits';
import { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import './caller.js';
import { hasBody } from './body/content-coding.js';
import { markLength, parseJson } from './json-body.js';
import { bytesType, hideContentType } from './bytes-body.js';
import './ndjson-body.js';
import { defaultHeaders, sendError, wrongContentType } from './send-error.js';
import { onAnswerEnd } from './limits/answer-end.js';
import { BodyReader } from './limits/body-reader.js';
import { Connections } from './limits/connections.js';
import type { HeldBodies } from './limits/held-bodies.js';
import { internalLimits, publicLimits, type Limits } from './limits/limits.js';
import { refuseUnsupportedRequests, maxHeaderBytes, handleClientError } from './client-errors.js';

/** Largest request head that the gateway forwards, bytes. Each role of the caller takes about 60. */
const maxForwardedHeaderBytes = 512 * 1024;

/** How long a connection may wait for the next request, milliseconds: longer than the minute of common load balancers. */
const keepAliveMs = 72_000;

/** How often Node looks for heads that are late, milliseconds. */
const headCheckMs = 1_000;

/** The fields that hooks and parsers set on a request. */
const requestFields = [
  'connection',
  'caller',
  'checkBody',
  'refuseBody',
  'bodyText',
  'unreadBody',
  'sentContentType',
] as const;

declare module 'fastify' {
  interface FastifyInstance {
    connections: Connections;
  }
}

export interface HttpOptions {
  logger: FastifyBaseLogger;
  /**
   * Accepts the gateway's X-Request-Id, so that both logs show the same id. Also accepts the larger head that the gateway
   * sends: the client's headers and the caller with all roles. Never set this on the public port.
   */
  behindGateway?: boolean;
  /** Replaces single limits. */
  limits?: Partial<Limits> | undefined;
}

/** The HTTP server of every app: limits, JSON parsing, request ids and the error envelope. */
export function createHttpAdapter({ logger, behindGateway = false, limits: given }: HttpOptions): FastifyAdapter {
  const limits = { ...(behindGateway ? internalLimits : publicLimits), ...given };
  const maxHeaderSize = behindGateway ? maxForwardedHeaderBytes : maxHeaderBytes;
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Each line names its request without a logger of its own, which takes 4 % of collecting an activity (libs/runtime).
    childLoggerFactory: (log: FastifyBaseLogger) => log,
    bodyLimit: maxBodyBytes,
    requestIdHeader: behindGateway ? 'x-request-id' : false,
    genReqId: () => randomUUID(),
    // Closes idle connections only: a long upload keeps sending data.
    connectionTimeout: limits.idleMs,
    keepAliveTimeout: keepAliveMs,
    forceCloseConnections: 'idle',
    // While the server closes, requests on open connections are still handled; each response closes its connection.
    return503OnClosing: false,
    routerOptions: { maxParamLength: maxHeaderBytes, ignoreTrailingSlash: false },
    // Node joins duplicate headers instead of keeping the first value: a request with two credentials matches neither.
    http: {
      maxHeaderSize,
      requireHostHeader: false,
      joinDuplicateHeaders: true,
      headersTimeout: limits.headMs,
      connectionsCheckingInterval: headCheckMs,
    },
    // Nest middleware is not used, but its hook would run on every request.
    skipMiddie: true,
    frameworkErrors: sendError,
    clientErrorHandler: handleClientError,
  });
  const server = adapter.getInstance<FastifyInstance>();
  const connections = new Connections(limits);
  connections.watch(server.server);
  server.decorate('connections', connections);
  // V8 stores a field that is added later outside of the request.
  for (const field of requestFields) server.decorateRequest(field);
  server.addHook('onRequest', (request, reply, done) => {
    if (!connections.begin(request, reply)) return;
    void reply.headers({ ...defaultHeaders, 'x-request-id': request.id });
    hideContentType(request);
    // Refuse unknown routes here, before the body is read.
    done(request.is404 ? notFound() : undefined);
  });
  // A stream ends with its answer. Fastify leaves that of HEAD open, and that of a queued answer whose client is gone.
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (payload instanceof Readable) onAnswerEnd(reply, () => payload.destroy());
    done(null, payload);
  });
  server.addHook('onResponse', (request, _reply, done) => {
    connections.end(request);
    done();
  });
  refuseUnsupportedRequests(server.server, limits.bodyMs);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', (request, _payload, done) =>
    readJson(request, connections.held, done),
  );
  server.addContentTypeParser('application/x-ndjson', (request, _payload, done) =>
    readNdjson(request, connections.held, done),
  );
  server.addContentTypeParser(bytesType, (request, _payload, done) => readBytes(request, connections.held, done));
  server.addContentTypeParser('*', (request, _payload, done) => leaveUnread(request, done));
  return adapter;
}

type Done = (error: Error | null, value?: unknown) => void;

function readJson(request: FastifyRequest, held: HeldBodies, done: Done): void {
  if (request.routeOptions.config.streamsBody) return done(null);
  const parse = (error: Error | null, bytes?: Buffer) => (bytes ? parseBody(request, bytes, done) : done(error));
  new BodyReader(request, held, parse).read();
}

function readNdjson(request: FastifyRequest, held: HeldBodies, done: Done): void {
  if (request.routeOptions.config.takesNdjson) new BodyReader(request, held, done).read();
  else leaveUnread(request, done);
}

function readBytes(request: FastifyRequest, held: HeldBodies, done: Done): void {
  if (request.routeOptions.config.takesBytes) new BodyReader(request, held, done).read();
  else leaveUnread(request, done);
}

/**
 * The handler of a route with `streamsBody` reads the body itself, under each content type. On any other route the body is
 * refused; clients send a content type even without one, as with DELETE.
 */
function leaveUnread(request: FastifyRequest, done: Done): void {
  const { streamsBody } = request.routeOptions.config;
  done(streamsBody || !hasBody(request) ? null : wrongContentType(request));
}

function parseBody(request: FastifyRequest, bytes: Buffer, done: Done): void {
  try {
    // Clients send a content type even without a body, as with DELETE. Handlers that need a body check for it.
    if (bytes.length === 0) return done(null, undefined);
    const mark = markLength(bytes);
    const { text, value } = parseJson(mark === 0 ? bytes : bytes.subarray(mark), request.routeOptions.config.maxDepth);
    request.bodyText = text;
    done(null, value);
  } catch (error) {
    request.unreadBody = bytes;
    done(error as Error);
  }
}
