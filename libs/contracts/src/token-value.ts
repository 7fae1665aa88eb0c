import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'tby_';
/** Prefix, 256 random bits in base64url, checksum. */
const made = /^tby_([A-Za-z0-9_-]{43})([0-9a-f]{8})$/;

const checksumOf = (secret: string) => crc32(secret).toString(16).padStart(8, '0');

/** The first token of a platform may be any text of this form. */
export const bootstrapToken = /^[\x21-\x7e]{32,}$/;

/** A new token: a recognisable prefix, 256 random bits, and a checksum by which a scanner tells it from look-alikes. */
export function newTokenValue(): string {
  const secret = randomBytes(32).toString('base64url');
  return `${prefix}${secret}${checksumOf(secret)}`;
}

/** False for a text that by its form is no token, whoever might know it. */
export function mayBeToken(text: string): boolean {
  if (!text.startsWith(prefix)) return bootstrapToken.test(text);
  const [, secret, checksum] = made.exec(text) ?? [];
  return secret !== undefined && checksumOf(secret) === checksum;
}
