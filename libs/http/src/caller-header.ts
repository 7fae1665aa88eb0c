import { createHmac, timingSafeEqual } from 'node:crypto';
import { Caller } from '@tributary/contracts/access';
import { ApiError } from '@tributary/contracts/errors';
import { z } from 'zod';

/** Carries the verified caller from the gateway to the service that owns the route. */
export const callerHeader = 'x-tributary-caller';

/** How long a header is good for: long enough for clocks that differ, too short to be worth stealing. */
const lifetimeMs = 60_000;

const SignedCaller = Caller.extend({ issued_ts: z.number() });

/** `base64url(json).base64url(HMAC-SHA256)` under the key that gateway and services share. */
export function signCaller(caller: Caller, internalKey: string, now = Date.now()): string {
  const payload = Buffer.from(JSON.stringify({ ...caller, issued_ts: now })).toString('base64url');
  return `${payload}.${mac(payload, internalKey).toString('base64url')}`;
}

/** Throws AUTHENTICATION_ERROR for anything the gateway did not sign a moment ago. */
export function verifyCaller(header: unknown, internalKey: string, now = Date.now()): Caller {
  const [payload, digest] = typeof header === 'string' ? header.split('.') : [];
  if (!payload || !digest || !sameDigest(Buffer.from(digest, 'base64url'), mac(payload, internalKey)))
    throw unverified();
  const parsed = SignedCaller.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (!parsed.success || Math.abs(now - parsed.data.issued_ts) > lifetimeMs) throw unverified();
  return parsed.data;
}

const mac = (payload: string, key: string) => createHmac('sha256', key).update(payload).digest();
const sameDigest = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);
const unverified = () => new ApiError('AUTHENTICATION_ERROR', 'this service is reached through the gateway only');
