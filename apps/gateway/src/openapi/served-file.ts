import { hash } from 'node:crypto';
import { entityTag, isUnchanged } from '@tributary/http/entity-tag';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A public file, sent unchanged. */
export interface ServedFile {
  type: string;
  content: Buffer;
  digest: string;
}

/** Kept as bytes: all answers share them, while Node would copy a text for each client that reads slowly. */
export const servedFile = (type: string, content: string | Buffer): ServedFile => ({
  type,
  content: Buffer.from(content),
  digest: hash('sha256', content, 'base64url'),
});

/** Browsers cache the file and revalidate it on every use, so that a new release shows at once. */
export function sendFile({ type, content, digest }: ServedFile, { headers }: FastifyRequest, reply: FastifyReply) {
  void reply.headers({ etag: entityTag(digest), 'cache-control': 'no-cache' });
  if (isUnchanged(headers, digest)) return reply.code(304).send();
  return reply.type(type).send(content);
}
