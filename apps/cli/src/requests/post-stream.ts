import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseJson } from '@tributary/client/exact-json';
import { RequestFailure, requestFailure } from '@tributary/client/request-failure';

interface StreamedPost {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The bytes of the body. */
  size: number;
  body: AsyncIterable<Uint8Array>;
  signal: AbortSignal;
}

/** Longer than every answer of the API to an upload. */
const maxAnswer = 1_048_576;

/**
 * Posts a stream, and parses the answer. `fetch` of Node.js 24 keeps all of a body that it streams in memory; this does not.
 *
 * @throws RequestFailure, the reason of the signal, or the error of the body
 */
export async function postStream({ url, headers, size, body, signal }: StreamedPost): Promise<unknown> {
  const { request: open } = url.startsWith('https:') ? https : http;
  const request = open(url, { method: 'POST', headers: { ...headers, 'content-length': size }, signal });
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  let ofBody: Error | undefined;
  const reading = Readable.from(body, { objectMode: false });
  reading.once('error', (error: Error) => (ofBody = error));
  // A server may answer before it has read everything: then the rest is not written, which is no failure.
  pipeline(reading, request).catch(() => undefined);
  try {
    return await readAnswer(await answered);
  } catch (error) {
    signal.throwIfAborted();
    throw ofBody ?? (error instanceof RequestFailure ? error : requestFailure(error, undefined));
  } finally {
    request.destroy();
  }
}

async function readAnswer(message: http.IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > maxAnswer) break;
  }
  const { statusCode = 0, headers } = message;
  const body = parse(text);
  if (statusCode === 200) return body;
  const known = ['retry-after', 'x-request-id'].flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  // Response takes no status below 200.
  throw requestFailure(body, new Response(null, { status: Math.max(200, statusCode), headers: known }));
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
