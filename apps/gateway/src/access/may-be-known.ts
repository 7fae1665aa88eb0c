import { crc32 } from 'node:zlib';

/** Tokens that admin makes: prefix, 256 random bits in base64url, checksum. */
const made = /^tby_([A-Za-z0-9_-]{43})([0-9a-f]{8})$/;
/** The first token of a platform may be any text of 32 visible characters and more. */
const bootstrap = /^[\x21-\x7e]{32,}$/;

// What cannot be there by its form: nobody needs to be asked about it, and it must not fill the memory of what was asked.

export function mayBeToken(text: string): boolean {
  if (!text.startsWith('tby_')) return bootstrap.test(text);
  const [, secret, checksum] = made.exec(text) ?? [];
  return secret !== undefined && crc32(secret).toString(16).padStart(8, '0') === checksum;
}

export const mayBeKeyId = (text: string) => /^[A-Za-z0-9._:-]{1,128}$/.test(text);

/** Of a datamart or organisation. */
export const mayBeId = (text: string) => /^[1-9]\d{0,17}$/.test(text);
