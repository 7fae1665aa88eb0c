import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'tby_';

/** A new token: a recognisable prefix, 256 random bits, and a checksum by which a scanner tells it from look-alikes. */
export function newApiToken(): string {
  const secret = randomBytes(32).toString('base64url');
  return `${prefix}${secret}${crc32(secret).toString(16).padStart(8, '0')}`;
}

export const tokenSha256 = (value: string) => createHash('sha256').update(value).digest('hex');

/** All that is kept of a token's value: enough to recognise it, too little to use it. */
export const keptOfToken = (value: string) => ({ token_sha256: tokenSha256(value), last_characters: value.slice(-4) });
