import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'tby_';
/** Another prefix: a worker's token is no API token. */
const workerPrefix = 'tbw_';
/** The secret of an invitation's link. */
const invitationPrefix = 'tbi_';
/** Keys that pages send. */
export const collectKeyPrefix = 'tck_';
/** Prefix, 128 random bits in base64url. It is public, so no scanner looks for it. */
const generatedCollectKey = /^tck_[A-Za-z0-9_-]{22}$/;
/** Prefix, 256 random bits in base64url, checksum. */
const generatedToken = /^tby_([A-Za-z0-9_-]{43})([0-9a-f]{8})$/;
const generatedInvitation = /^tbi_([A-Za-z0-9_-]{43})([0-9a-f]{8})$/;

const checksumOf = (secret: string) => crc32(secret).toString(16).padStart(8, '0');

/** The form of a bootstrap token, the first token of a platform, which the operator chooses. */
export const bootstrapToken = /^[\x21-\x7e]{32,}$/;

/**
 * A new token: a recognisable prefix, 256 random bits, and a checksum with which secret scanners avoid false positives.
 */
export const newTokenValue = (): string => generate(prefix);

/** A new token of the worker of a plugin, of the same form. */
export const newWorkerToken = (): string => generate(workerPrefix);

/** A new secret of an invitation, of the same form. */
export const newInvitationSecret = (): string => generate(invitationPrefix);

export const newCollectKey = (): string => `${collectKeyPrefix}${randomBytes(16).toString('base64url')}`;

/** Whether a text has the form of a collect key. */
export const mayBeCollectKey = (text: string): boolean => generatedCollectKey.test(text);

function generate(start: string): string {
  const secret = randomBytes(32).toString('base64url');
  return `${start}${secret}${checksumOf(secret)}`;
}

/** Whether a text has the form of a token. */
export function mayBeToken(text: string): boolean {
  return text.startsWith(prefix) ? isGenerated(text, generatedToken) : bootstrapToken.test(text);
}

/** Whether a text has the form of an invitation's secret. */
export const mayBeInvitation = (text: string): boolean => isGenerated(text, generatedInvitation);

function isGenerated(text: string, form: RegExp): boolean {
  const [, secret, checksum] = form.exec(text) ?? [];
  return secret !== undefined && checksumOf(secret) === checksum;
}
