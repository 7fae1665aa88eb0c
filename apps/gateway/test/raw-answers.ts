import { connect } from 'node:net';
import { httpStatus } from '@tributary/contracts/errors';

export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** How long a busy machine may take to answer. */
const answerMs = 120_000;

/** It ends the connection: the gateway drops what it has not answered when the client does. */
const last = Buffer.from('GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');

/**
 * Sends the packets one after the other, and a last request, unless the gateway has closed the connection before.
 *
 * @returns all answers
 */
export async function sendRaw(url: string, ...packets: Buffer[]): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay();
  socket.setTimeout(answerMs, () => socket.destroy(new Error(`the gateway neither answers nor closes`)));
  const chunks: Buffer[] = [];
  const closed = new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    let failure: NodeJS.ErrnoException | undefined;
    socket.on('error', (error) => (failure = error));
    socket.on('close', () => resolve(failure));
    socket.on('data', (chunk) => chunks.push(chunk));
  });
  for (const packet of [...packets, last]) await new Promise<void>((resolve) => socket.write(packet, () => resolve()));
  const failure = await closed;
  // The gateway may close the connection while it still receives.
  if (failure && failure.code !== 'ECONNRESET' && failure.code !== 'EPIPE') throw failure;
  return readAnswers(Buffer.concat(chunks).toString('latin1'));
}

/** Reads answers that follow one another. All have a length, except pages of the console. */
function readAnswers(text: string): RawAnswer[] {
  const [, line, fields = ''] = /^HTTP\/1\.1 (\d+) .*\r\n((?:.+\r\n)*)\r\n/.exec(text) ?? [];
  if (line === undefined) return text === '' ? [] : [{ status: -1, headers: new Map(), body: text }];
  const headers = new Map(
    fields.split('\r\n').map((field): [string, string] => {
      const [name = '', value = ''] = field.split(/:(.*)/);
      return [name.toLowerCase(), value.trim()];
    }),
  );
  const rest = text.slice(text.indexOf('\r\n\r\n') + 4);
  const length = Number(headers.get('content-length') ?? (line === '100' ? 0 : rest.length));
  const answer = { status: Number(line), headers, body: Buffer.from(rest.slice(0, length), 'latin1').toString() };
  return [answer, ...readAnswers(rest.slice(length))];
}

const pairs = new Set(Object.entries(httpStatus).map(([code, status]) => `${status} ${code}`));
const expected = [100, 200, 304, 400, 401, 403, 404];

/** How an answer breaks the rules for all answers; undefined if it does not. */
export function faultOf({ status, headers, body }: RawAnswer): string | undefined {
  if (!expected.includes(status)) return `status ${status}`;
  if (status === 100) return undefined;
  if (!headers.has('x-request-id')) return 'no X-Request-Id';
  // The answer to HEAD has no body.
  if (status < 400 || body === '') return undefined;
  if (headers.get('content-type')?.startsWith('application/json') !== true)
    return `type ${headers.get('content-type')}`;
  return faultOfEnvelope(status, headers, body);
}

function faultOfEnvelope(status: number, headers: Map<string, string>, body: string): string | undefined {
  let envelope: Record<string, unknown>;
  try {
    envelope = JSON.parse(body) as Record<string, unknown>;
  } catch {
    return 'invalid JSON';
  }
  const { status: word, error_code, error_id, error, ...more } = envelope;
  if (word !== 'error' || typeof error !== 'string' || error === '' || Object.keys(more).length > 0) return 'envelope';
  if (error_id !== headers.get('x-request-id')) return 'error_id is not X-Request-Id';
  const pair = `${status} ${String(error_code)}`;
  return pairs.has(pair) ? undefined : `the pair ${pair}`;
}
