import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { httpStatus } from '@tributary/contracts/errors';
import { bootStandalone, type BootedStandalone } from '../booted-standalone.js';
import { mutatedRequest, type MutatedRequest } from './mutated-requests.js';

const seed = 20_261_121;
const requests = 6_000;
const concurrency = 8;
const maxResends = 5;

let product: BootedStandalone;
const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
beforeAll(async () => {
  product = await bootStandalone();
}, 120_000);
afterAll(async () => {
  agent.destroy();
  await product.stop();
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

function send({ method, target, headers, body }: MutatedRequest): Promise<Answer> {
  const { hostname, port } = new URL(product.url);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { hostname, port, method, path: wireSafe(target), headers: latin1(headers), agent },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        const { statusCode: status = 0 } = response;
        // The live feed does not end by itself.
        if (String(response.headers['content-type']).startsWith('text/event-stream')) {
          resolve({ status, headers: response.headers, text: '' });
          return void response.destroy();
        }
        response.on('end', () =>
          resolve({ status, headers: response.headers, text: Buffer.concat(chunks).toString() }),
        );
      },
    );
    outgoing.on('error', (error: NodeJS.ErrnoException) => (isLost(method, error) ? resolve(lost) : reject(error)));
    outgoing.end(body);
  });
}
/**
 * Whether the response was lost: the server closed the connection before the client had sent everything. Or the server
 * responded to HEAD with a body: if a packet starts with the end of the previous body, a malformed HEAD is not recognised.
 */
const isLost = (method: string, { code, message }: NodeJS.ErrnoException) =>
  code === 'EPIPE' ||
  code === 'ECONNRESET' ||
  (method === 'HEAD' && message.includes('Data after `Connection: close`'));
const lost: Answer = { status: 0, headers: {}, text: '' };
const answerOf = (headers: IncomingHttpHeaders) => (status: number) => ({ status, headers, text: '' });

/** A database under load answers 503 with Retry-After. A request that gets it each time, or without Retry-After, is a fault. */
async function sendUntilAvailable(request: () => Promise<Answer>): Promise<Answer> {
  let answer = await request();
  for (let resends = 0; resends < maxResends && isUnavailable(answer); resends++) {
    await sleep(Number(answer.headers['retry-after']) * 1_000);
    answer = await request();
  }
  return answer;
}
const isUnavailable = ({ status, headers }: Answer) => status === 503 && headers['retry-after'] !== undefined;

/** Encodes a target so that node:http sends it: its check is stricter than HTTP. */
const wireSafe = (target: string) => Buffer.from(target.replaceAll(' ', '%20')).toString('latin1');
const latin1 = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]));

const codes = new Set(Object.entries(httpStatus).map(([code, status]) => `${status} ${code}`));
const withoutBody = new Set(['HEAD']);

/** How a response breaks the rules for all responses; undefined if it does not. */
function fault(method: string, { status, headers, text }: Answer): string | undefined {
  if (status === 0) return undefined;
  if (![200, 304, 400, 401, 403, 404, 412].includes(status)) return `status ${status}`;
  if (!headers['x-request-id']) return 'no X-Request-Id';
  if (status === 304 || withoutBody.has(method)) return undefined;
  if (status === 200) return undefined;
  if (!String(headers['content-type']).startsWith('application/json')) return `type ${headers['content-type']}`;
  return faultOfEnvelope(status, headers, text);
}

function faultOfEnvelope(status: number, headers: IncomingHttpHeaders, text: string): string | undefined {
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return 'invalid JSON';
  }
  const { status: word, error_code, error_id, error, ...more } = body;
  if (word !== 'error' || typeof error !== 'string' || error === '' || Object.keys(more).length > 0) return 'envelope';
  if (error_id !== headers['x-request-id']) return 'error_id is not X-Request-Id';
  const pair = `${status === 412 ? 400 : status} ${String(error_code)}`;
  return codes.has(pair) ? undefined : `the pair ${pair}`;
}

/** Whether a request revokes the first user's role or token: all later requests would be refused. */
const locksOut = ({ method, target }: MutatedRequest) =>
  /^(PUT|DELETE|POST)$/.test(method) && /\/users\/0*1\/(user_roles|api_tokens)\/0*1\b/.test(target);

const show = ({ method, target, headers, body }: MutatedRequest) =>
  `${method} ${target.slice(0, 200)} ${JSON.stringify({ ...headers, authorization: undefined }).slice(0, 200)} ${String(body).slice(0, 300)}`;

describe('mutated requests', () => {
  it('get a response with a documented status and envelope', async () => {
    const sample = fc
      .sample(mutatedRequest(product.token), { seed, numRuns: requests })
      .filter((one) => !locksOut(one));
    const faults: string[] = [];
    const tally = new Map<number, number>();
    const queue = sample.values();
    const worker = async () => {
      for (const one of queue) {
        const answer = await sendUntilAvailable(() => send(one)).catch((error: unknown) => ({
          ...lost,
          status: -1,
          text: String(error),
        }));
        tally.set(answer.status, (tally.get(answer.status) ?? 0) + 1);
        const what = fault(one.method, answer);
        if (what) faults.push(`${what}: ${show(one)} -> ${answer.text.slice(0, 300)}`);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    expect(faults.slice(0, 40)).toEqual([]);
    // The sample must reach every kind of response, otherwise it proves nothing.
    for (const status of [200, 400, 401, 403, 404]) expect([status, tally.get(status) ?? 0]).not.toEqual([status, 0]);
  }, 180_000);

  it('(control) faults are detected', () => {
    const headers = { 'content-type': 'application/json', 'x-request-id': 'a' };
    const envelope = { status: 'error', error_code: 'BAD_REQUEST_DATA', error_id: 'a', error: 'x' };
    const text = JSON.stringify(envelope);
    expect(fault('GET', { status: 400, headers, text })).toBeUndefined();
    expect(fault('GET', { status: 500, headers, text })).toBe('status 500');
    expect(fault('GET', { status: 405, headers, text })).toBe('status 405');
    expect(fault('GET', { status: 404, headers, text })).toBe('the pair 404 BAD_REQUEST_DATA');
    expect(fault('GET', { status: 400, headers: { ...headers, 'x-request-id': 'b' }, text })).toContain('error_id');
    expect(fault('GET', { status: 400, headers, text: JSON.stringify({ ...envelope, stack: 'x' }) })).toBe('envelope');
  });

  const retryAfter = { 'retry-after': '0' };
  it.each<[string, Answer[], { sent: number; status: number }]>([
    ['sends again after 503 with Retry-After', [503, 503, 200].map(answerOf(retryAfter)), { sent: 3, status: 200 }],
    [
      'sends again a limited number of times',
      Array.from({ length: 20 }, () => 503).map(answerOf(retryAfter)),
      { sent: 6, status: 503 },
    ],
    ['(control) does not send again after 503 without it', [503, 200].map(answerOf({})), { sent: 1, status: 503 }],
    ['(control) does not send again after 500', [500, 200].map(answerOf(retryAfter)), { sent: 1, status: 500 }],
  ])('%s', async (_what, answers, { sent, status }) => {
    let count = 0;
    const answer = await sendUntilAvailable(() => Promise.resolve(answers[count++] ?? lost));
    expect({ sent: count, status: answer.status }).toEqual({ sent, status });
    expect(fault('GET', answer)).toBe(status === 200 ? 'no X-Request-Id' : `status ${status}`);
  });
});
