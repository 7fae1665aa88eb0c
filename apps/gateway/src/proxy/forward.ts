import '@tributary/http/caller';
import { callerHeader, signCaller } from '@tributary/http/caller-header';
import { serviceHeader } from '@tributary/http/service-header';
import { unavailable } from '@tributary/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { inClientSpan } from './client-span.js';
import { mayAskAgain } from './may-ask-again.js';

/** Headers that concern one connection (RFC 9110 §7.6.1), or that only the gateway may set. */
const notForwarded = new Set([
  ...['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['proxy-authenticate', 'proxy-authorization'],
  ...['host', 'expect', 'authorization', 'x-request-id', callerHeader, serviceHeader],
]);

export interface Upstream {
  origin: string;
  dispatcher: Dispatcher;
  internalKey: string;
  /** Names of headers that are for the gateway alone. */
  withheld: readonly string[];
}

type Answer = Dispatcher.ResponseData;

/** Streams the request to the app that owns it and its answer back; a client that goes away cancels both. */
export async function forward(request: FastifyRequest, reply: FastifyReply, upstream: Upstream): Promise<FastifyReply> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const answer = await send(request, upstream, gone.signal);
  const headers = Object.entries(answer.headers).filter(([name]) => !notForwarded.has(name));
  return reply.code(answer.statusCode).headers(Object.fromEntries(headers)).send(answer.body);
}

async function send(request: FastifyRequest, upstream: Upstream, signal: AbortSignal): Promise<Answer> {
  const outgoing = { ...describe(request, upstream), signal };
  const ask = () =>
    inClientSpan(request, upstream.origin, (trace) =>
      upstream.dispatcher.request({ ...outgoing, headers: { ...outgoing.headers, ...trace } }),
    );
  const askAgain = (error: Error) =>
    mayAskAgain({ method: request.method, hasBody: outgoing.body !== null, error }) ? ask() : Promise.reject(error);
  try {
    return await ask().catch(askAgain);
  } catch (cause) {
    throw unavailable('the service behind this route does not answer', cause);
  }
}

function describe(request: FastifyRequest, { origin, internalKey, withheld }: Upstream) {
  const { caller, id, method, raw, url: path } = request;
  if (!caller) throw new Error('only a verified caller is forwarded');
  const isForwarded = (name: string) => !notForwarded.has(name) && !withheld.includes(name);
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => isForwarded(name)));
  return {
    ...{ origin, path, method, body: hasBody(request) ? raw : null },
    headers: { ...headers, 'x-request-id': id, [callerHeader]: signCaller(caller, internalKey) },
  };
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
