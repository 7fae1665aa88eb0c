import '@tributary/http/caller';
import { callerHeader, signCaller } from '@tributary/http/caller-header';
import { onAnswerEnd } from '@tributary/http/limits/answer-end';
import { serviceHeader } from '@tributary/http/service-header';
import type { GatewayKeys } from '@tributary/http/signed-header';
import { unavailable } from '@tributary/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { hasBody } from '@tributary/http/body/content-coding';
import { inClientSpan } from './client-span.js';
import { isRetryable } from './is-retryable.js';

/** Hop-by-hop headers (RFC 9110 §7.6.1), and headers that only the gateway may set. */
const notForwarded = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'proxy-authenticate',
  'proxy-authorization',
  'host',
  'expect',
  'authorization',
  'cookie',
  'x-request-id',
  callerHeader,
  serviceHeader,
]);

interface Upstream {
  /** The name of the app, for which alone the caller is signed. */
  name: string;
  origin: string;
  dispatcher: Dispatcher;
  keys: GatewayKeys;
  /** Names of headers that only the gateway reads. */
  withheld: readonly string[];
}

type Answer = Dispatcher.ResponseData;

/**
 * Streams the request to the owner of the route and its answer back. Both are cancelled when the client disconnects.
 */
export async function forward(request: FastifyRequest, reply: FastifyReply, upstream: Upstream): Promise<FastifyReply> {
  const clientAborted = new AbortController();
  onAnswerEnd(reply, () => clientAborted.abort());
  const answer = await send(request, upstream, clientAborted.signal).catch((error: unknown) => {
    if (reply.sent) return undefined;
    throw error;
  });
  // The body took too long: the client was answered, which closes its connection and cancels the request.
  if (!answer || reply.sent) return reply;
  const headers = Object.entries(answer.headers).filter(([name]) => !notForwarded.has(name));
  return reply.code(answer.statusCode).headers(Object.fromEntries(headers)).send(answer.body);
}

async function send(request: FastifyRequest, upstream: Upstream, signal: AbortSignal): Promise<Answer> {
  const outgoing = { ...describe(request, upstream), signal };
  const attempt = () =>
    inClientSpan(request, upstream.origin, (trace) =>
      upstream.dispatcher.request({ ...outgoing, headers: { ...outgoing.headers, ...trace } }),
    );
  const retry = (error: Error) =>
    isRetryable({ method: request.method, hasBody: outgoing.body !== null, error }) ? attempt() : Promise.reject(error);
  try {
    return await attempt().catch(retry);
  } catch (cause) {
    throw unavailable('the service behind this route does not answer', cause);
  }
}

function describe(request: FastifyRequest, { name, origin, keys, withheld }: Upstream) {
  const { caller, id, method, raw, url: path } = request;
  if (!caller) throw new Error('only a verified caller is forwarded');
  const isForwarded = (header: string) => !notForwarded.has(header) && !withheld.includes(header);
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([header]) => isForwarded(header)));
  return {
    origin,
    path,
    method,
    body: hasBody(request) ? raw : null,
    headers: {
      ...headers,
      'x-request-id': id,
      [callerHeader]: signCaller(caller, { audience: name, method, path }, keys),
    },
  };
}
