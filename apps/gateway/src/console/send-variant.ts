import { hash } from 'node:crypto';
import { existing } from '@tributary/contracts/errors';
import { entityTag, isUnchanged } from '@tributary/http/entity-tag';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type Encoding } from './choose-encoding.js';

/** The bytes of one encoding, and their digest. */
export interface Variant {
  content: Buffer;
  digest: string;
}

export interface EncodedFile {
  type: string;
  variants: ReadonlyMap<Encoding, Variant>;
}

export const variantOf = (content: Buffer): Variant => ({ content, digest: hash('sha256', content, 'base64url') });

const oneYearSeconds = 365 * 24 * 3_600;
/** For a name that never gets other content: browsers keep the file without asking again. */
export const immutable = `public, max-age=${oneYearSeconds}, immutable`;

/** Sends the file in an encoding that the client accepts, unless the client has it. */
export function sendVariant(
  { type, variants }: EncodedFile,
  cacheControl: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const encoding = chooseEncoding(headers['accept-encoding'], variants);
  const variant = existing(variants.get(encoding));
  void reply.headers({ etag: entityTag(variant.digest), vary: 'accept-encoding', 'cache-control': cacheControl });
  if (isUnchanged(headers, variant.digest)) return reply.code(304).send();
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.type(type).send(variant.content);
}
