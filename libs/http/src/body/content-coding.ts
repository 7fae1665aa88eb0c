import { maxBodyBytes } from '@tributary/contracts/rules/json/body-limits';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ApiError, badFormat } from '@tributary/contracts/errors';
import type { FastifyRequest } from 'fastify';

const inflate = promisify(gunzip);

/**
 * Whether a body is compressed, by its `Content-Encoding` (RFC 9110 §8.4.1).
 *
 * @throws BAD_REQUEST_FORMAT for any other coding than gzip
 */
export function isGzip(header: string | undefined): boolean {
  const coding = header?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return false;
  if (coding === 'gzip' || coding === 'x-gzip') return true;
  throw badFormat(
    `Content-Encoding: the compression "${coding.slice(0, 100)}" is not read; send gzip or no compression`,
  );
}

/** The magic number of gzip (RFC 1952), which begins neither JSON nor CSV. */
export const looksCompressed = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

export const tooLarge = (): ApiError => badFormat(`the body exceeds ${maxBodyBytes} bytes`);

export const undeclaredGzip = (): ApiError =>
  badFormat('the body is compressed: say so with the header Content-Encoding: gzip');

export const brokenGzip = (): ApiError =>
  badFormat('the body is not gzip, or ends early, as Content-Encoding says it is');

/** The content of a body; no more than a body may have is inflated. @throws BAD_REQUEST_FORMAT */
export async function contentOf(body: Buffer, isCompressed: boolean): Promise<Buffer> {
  if (!isCompressed || body.length === 0) {
    if (looksCompressed(body)) throw undeclaredGzip();
    return body;
  }
  try {
    return await inflate(body, { maxOutputLength: maxBodyBytes });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : brokenGzip();
  }
}

/** Whether the head of a request announces a body (RFC 9112 §6.3). */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
