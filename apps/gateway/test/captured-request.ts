import { connect } from 'node:net';
import { signatureHeaders } from '@tributary/testing/signed-request';
import { secretKey, signingKeys } from './booted-gateway.js';

/** A signed request as an attacker sees it on its way. */
export interface CapturedRequest {
  method: string;
  target: string;
  /** In the order in which they are sent; a name may come twice. */
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
}

interface Answer {
  status: number;
  /** Whether it is the page of the console, which is public. */
  isPage: boolean;
  body: Record<string, unknown>;
}

interface Capturing {
  /** Separates two requests of one millisecond. */
  ts?: number;
  contentType?: string;
}

/** A request of a client that signs as documented. */
export function capture(
  method: 'GET' | 'POST',
  target: string,
  body = '',
  { ts = Date.now(), contentType = 'application/json' }: Capturing = {},
): CapturedRequest {
  const key = { key_id: signingKeys.EDITOR, secret_key: secretKey };
  const signed = signatureHeaders(key, target, method === 'POST' ? body : undefined, ts);
  const signature = [
    ['X-Svc-Mac', signed['x-svc-mac']],
    ['X-Svc-Key-Id', signingKeys.EDITOR],
    ['X-Svc-Ts', String(ts)],
  ] as const;
  const content = [
    ['Content-Type', contentType],
    ['Content-Length', String(Buffer.byteLength(body))],
  ] as const;
  const headers = [['Host', 'localhost'] as const, ...signature, ...(method === 'POST' ? content : [])];
  return { method, target, headers, body };
}

/** How long a busy machine may take to answer. */
const answerMs = 120_000;

/** How long the gateway may wait for the rest of a request that may lack its end. */
export const restMs = 500;

/** Sends the bytes of a request as they are. Undefined if the gateway answers nothing for `waitMs`. */
export async function send(url: string, { method, target, headers, body }: CapturedRequest, waitMs = answerMs) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(waitMs, () => socket.destroy());
  const lines = [...headers, ['Connection', 'close'] as const].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(`${method} ${target} HTTP/1.1\r\n${lines}\r\n${body}`, 'utf8');
  let text = '';
  socket.on('error', () => undefined);
  try {
    for await (const data of socket) text += String(data);
  } catch {
    // The gateway closed the connection while it still received the request.
  }
  return parse(text);
}

/** The first answer: what a shorter length leaves over is another, malformed request. */
function parse(text: string): Answer | undefined {
  const [first = ''] = text.replace(/^(HTTP\/1.1 100 Continue\r\n\r\n)+/, '').split(/(?<!^)(?=HTTP\/1\.1 \d{3} )/);
  const [head = '', body = ''] = first.split('\r\n\r\n');
  const status = /^HTTP\/1.1 (\d+)/.exec(head)?.[1];
  if (!status) return undefined;
  // The answer to HEAD has no body.
  const json = body.startsWith('{') ? (JSON.parse(body) as Answer['body']) : {};
  return { status: Number(status), isPage: /^content-type: text\/html/im.test(head), body: json };
}
