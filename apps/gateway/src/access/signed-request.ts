import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@tributary/contracts/errors';
import { macOf, type Signature, type SignatureHeaders, type SignedRequest } from '@tributary/security/signing';

/** Whether any header has the prefix, even if it is none of the three. */
export function isSigned(headers: IncomingHttpHeaders, prefix: string): boolean {
  const start = `x-${prefix}-`.toLowerCase();
  return Object.keys(headers).some((name) => name.startsWith(start));
}

/** How far a timestamp may be from now: the clocks of phones differ. */
interface Window {
  windowMs: number;
  now: number;
}

/** @throws MAC_ERROR unless all three headers are present and the timestamp is in the window */
export function readSignature(
  headers: IncomingHttpHeaders,
  names: SignatureHeaders,
  { windowMs, now }: Window,
): Signature {
  const [key_id, timestamp, mac] = [headers[names.key_id], headers[names.timestamp], headers[names.mac]];
  if (typeof key_id !== 'string' || typeof timestamp !== 'string' || typeof mac !== 'string' || !key_id || !mac)
    throw macError(`a signed request has the three headers ${Object.values(names).join(', ')}`);
  if (!/^\d{1,15}$/.test(timestamp)) throw macError(`${names.timestamp}: must be a decimal number of milliseconds`);
  if (Math.abs(now - Number(timestamp)) > windowMs)
    throw macError(`${names.timestamp}: differs from the time of the server by more than ${windowMs / 1_000} s`);
  return { key_id, timestamp, mac };
}

/** Compares in constant time. A GET may be signed without its query. */
export function hasValidMac(request: SignedRequest, secretKey: string): boolean {
  const isValid = isMacOf(request, secretKey);
  if (request.body !== undefined) return isValid;
  return isMacOf({ ...request, uri: request.uri.replace(/\?.*$/s, '') }, secretKey) || isValid;
}

function isMacOf(request: SignedRequest, secretKey: string): boolean {
  const [expected, given] = [Buffer.from(macOf(request, secretKey)), Buffer.from(request.mac)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The path parameters that name a person: a selector, or the two ids of an account. Without any the path names none. */
export interface PersonParams {
  user_point?: string;
  compartment?: string;
  account?: string;
}

/** A signed request names a user point by account, e-mail hash or agent, never by its own id. */
export function namesSignedPerson({ user_point, compartment, account }: PersonParams): boolean {
  if (user_point !== undefined) return isSignedSelector(user_point);
  if (compartment === undefined && account === undefined) return true;
  return (
    /^(compartment_id|compartmentId)=/.test(compartment ?? '') &&
    /^(user_account_id|userAccountId)=/.test(account ?? '')
  );
}

const isSignedSelector = (selector: string) =>
  /^(compartment_id|compartmentId|email_hash|emailHash|user_agent_id|userAgentId)=/.test(selector);

export const macError = (message = 'the key is unknown or expired, or the digest is wrong') =>
  new ApiError('MAC_ERROR', message);
