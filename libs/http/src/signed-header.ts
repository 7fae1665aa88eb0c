import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '@tributary/contracts/errors';
import { z } from 'zod';

/** How long a header is valid: long enough for clock skew, too short to be worth stealing. */
const lifetimeMs = 60_000;

/**
 * Signs the content of a header between two services: `base64url(json).base64url(HMAC-SHA256)`.
 *
 * @param internalKey `INTERNAL_KEY`: one key, or several separated by commas; the first one signs
 */
export function signHeader(content: object, internalKey: string, now = Date.now()): string {
  const payload = Buffer.from(JSON.stringify({ ...content, issued_ts: now })).toString('base64url');
  const [key = ''] = keysOf(internalKey);
  return `${payload}.${mac(payload, key).toString('base64url')}`;
}

/**
 * Verifies and parses such a header. Every configured key is accepted, so that keys can be rotated. The schema is what
 * distinguishes the kinds of headers: a header of one kind must not match the schema of another.
 *
 * @throws AUTHENTICATION_ERROR if the signature is wrong or older than `lifetimeMs`
 */
export function verifyHeader<Shape extends z.ZodRawShape>(
  header: unknown,
  schema: z.ZodObject<Shape>,
  internalKey: string,
  now = Date.now(),
): z.infer<z.ZodObject<Shape>> {
  const [payload, digest] = typeof header === 'string' ? header.split('.') : [];
  if (!payload || !digest || !isSigned(payload, Buffer.from(digest, 'base64url'), internalKey)) throw unverified();
  const content: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const issued = Issued.safeParse(content);
  const parsed = schema.safeParse(content);
  if (!issued.success || !parsed.success) throw unverified();
  if (Math.abs(now - issued.data.issued_ts) > lifetimeMs) throw unverified();
  return parsed.data;
}

const Issued = z.object({ issued_ts: z.number() });

const isSigned = (payload: string, digest: Buffer, internalKey: string) =>
  keysOf(internalKey).some((key) => sameDigest(digest, mac(payload, key)));
const keysOf = (internalKey: string) => internalKey.split(',').map((key) => key.trim());
const mac = (payload: string, key: string) => createHmac('sha256', key).update(payload).digest();
const sameDigest = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);
const unverified = () => new ApiError('AUTHENTICATION_ERROR', 'this service is reached through the gateway only');
