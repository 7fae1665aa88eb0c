import { hash } from 'node:crypto';
import { entityTag, isUnchanged } from '@tributary/http/entity-tag';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What everybody gets as it is. */
export interface ServedFile {
  type: string;
  content: string | Buffer;
  digest: string;
}

export const servedFile = (type: string, content: string | Buffer): ServedFile => ({
  ...{ type, content, digest: hash('sha256', content, 'base64url') },
});

/** Browsers keep it and ask whether it is still the same: a new version of the product is seen at once. */
export function sendFile({ type, content, digest }: ServedFile, { headers }: FastifyRequest, reply: FastifyReply) {
  void reply.headers({ etag: entityTag(digest), 'cache-control': 'no-cache' });
  if (isUnchanged(headers, digest)) return reply.code(304).send();
  return reply.type(type).send(content);
}
