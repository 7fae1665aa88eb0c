import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { badFormat } from '@tributary/contracts/errors';
import { maxJsonBytes } from '@tributary/http/http-adapter';
import { parseJson } from '@tributary/http/json-body';
import { ok } from '@tributary/http/responses';
import { errorAnswer } from '@tributary/http/send-error';
import type { Platform } from '@tributary/runtime/platform';
import type { AccessPolicy } from '../access/access.policy.js';
import { findRoute, type Route } from '../routes.js';
import type { ActivityCollector } from './activity-collector.js';

const path = '/v1/datamarts/:datamart_id/user_activities';
const plainTarget = /^\/v1\/datamarts\/(\d+)\/user_activities$/;

export interface CollectParts {
  policy: AccessPolicy;
  collector: ActivityCollector;
  platform: Pick<Platform, 'health' | 'logger' | 'metrics'>;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Answers the plain form of `POST user_activities` before the framework sees it: two thirds of what the CPU spent on such
 * a request was the framework's (ADR 9). Any other form of it, chunked or oddly written, takes the usual way, to the same end.
 */
export function collectFirst(server: Server, parts: CollectParts): void {
  const [framework] = server.listeners('request') as RequestListener[];
  const route = findRoute('POST', path);
  if (!framework || !route) throw new Error('there is nothing to come before');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const datamart_id = plainDatamart(request);
    if (datamart_id === undefined) framework(request, response);
    else void respond(request, response, () => collect(request, route, datamart_id, parts), parts);
  });
}

/** The datamart of a plain request: JSON, of a known length within the limit. */
function plainDatamart({ method, url = '', headers }: IncomingMessage): string | undefined {
  if (method !== 'POST' || headers['content-type'] !== 'application/json') return undefined;
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 && length <= maxJsonBytes ? plainTarget.exec(url)?.[1] : undefined;
}

async function collect(
  request: IncomingMessage,
  route: Route,
  datamart_id: string,
  { policy, collector }: CollectParts,
) {
  const { headers } = request;
  policy.admit(route, headers.authorization, datamart_id);
  const { text, value } = parseJson(await readBody(request));
  return ok(await collector.collect({ datamart_id, value, text, headers }));
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  work: () => Promise<unknown>,
  { platform: { health, logger, metrics } }: CollectParts,
): Promise<void> {
  const started = performance.now();
  const id = randomUUID();
  const { status, headers, body } = await work().then(
    (result): Answer => ({ status: 200, headers: okHeaders(id), body: JSON.stringify(result) }),
    (error: unknown) => errorAnswer(error, id, logger),
  );
  metrics.requestDuration.labels('POST', path, String(status)).observe((performance.now() - started) / 1000);
  if (response.destroyed) return;
  // A connection that stays open would hold up the end of a server that closes.
  if (health.isDraining) response.shouldKeepAlive = false;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
  // What a refused request has still to send is read, and forgotten, so that the next one is understood.
  request.resume();
}

const okHeaders = (id: string) => ({ 'x-request-id': id, 'content-type': 'application/json; charset=utf-8' });

/** Node lets through no more than the stated length. Rejects when the client goes away. */
function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => {
      if (!request.complete) reject(badFormat('the request ended before its body'));
    });
  });
}
