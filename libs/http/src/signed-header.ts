import { createHmac, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto';
import { ApiError } from '@tributary/contracts/errors';
import { z } from 'zod';

/** How long a header is valid: long enough for clock skew, too short to be worth stealing. */
const lifetimeMs = 60_000;

/** With what a gateway signs. No other process has the private key, so that none can speak for a caller. */
export interface GatewayKeys {
  privateKey: KeyObject;
  /** `INTERNAL_KEY`, for services of a version before the key pair: one key, or several separated by commas. The first signs. */
  formerKey?: string | undefined;
}

/** The signatures that a service accepts: those of each public key, so that a pair can be replaced without a gap. */
export interface GatewayTrust {
  /** The name of the service. */
  audience: string;
  publicKeys: readonly KeyObject[];
  /** `INTERNAL_KEY`, for gateways of a version before the key pair. */
  formerKey?: string | undefined;
}

/** The only request for which a header is valid. `path` is the request target, with its query. */
export interface SignedRequest {
  method: string;
  path: string;
}

/**
 * Signs the content of a header for one request to one service: `base64url(json).mac.signature`. The signature is Ed25519.
 * The MAC is empty without the former key. Versions before the key pair read the first two parts alone.
 */
export function signHeader(
  content: object,
  { audience, method, path }: SignedRequest & { audience: string },
  { privateKey, formerKey }: GatewayKeys,
  now = Date.now(),
): string {
  const json = JSON.stringify({ ...content, audience, method, path, issued_ts: now });
  const payload = Buffer.from(json).toString('base64url');
  const [key] = keysOf(formerKey);
  const digest = key === undefined ? '' : mac(payload, key).toString('base64url');
  return `${payload}.${digest}.${sign(null, Buffer.from(payload), privateKey).toString('base64url')}`;
}

/**
 * Verifies and parses such a header. The schema distinguishes the kinds of headers: a header of one kind must not match the
 * schema of another.
 *
 * @throws AUTHENTICATION_ERROR unless it was signed for this request to this service, and within `lifetimeMs`
 */
export function verifyHeader<Shape extends z.ZodRawShape>(
  header: unknown,
  schema: z.ZodObject<Shape>,
  request: SignedRequest,
  trust: GatewayTrust,
  now = Date.now(),
): z.infer<z.ZodObject<Shape>> {
  const [payload = '', digest = '', signature] = typeof header === 'string' ? header.split('.') : [];
  const isSigned =
    signature === undefined
      ? isSignedFormerly(payload, digest, trust.formerKey)
      : isSignedByGateway(payload, signature, trust.publicKeys);
  if (!isSigned) throw unverified();
  const content: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const issued = Issued.safeParse(content);
  const parsed = schema.safeParse(content);
  if (!issued.success || !parsed.success) throw unverified();
  if (Math.abs(now - issued.data.issued_ts) > lifetimeMs) throw unverified();
  if (signature !== undefined && !isFor({ ...request, audience: trust.audience }, issued.data)) throw unverified();
  return parsed.data;
}

/** A header of a former version names no request. */
const Issued = z.object({
  issued_ts: z.number(),
  audience: z.string().optional(),
  method: z.string().optional(),
  path: z.string().optional(),
});

const isFor = (
  { audience, method, path }: SignedRequest & { audience: string },
  issued: Partial<SignedRequest> & { audience?: string | undefined },
) => issued.audience === audience && issued.method === method && issued.path === path;

function isSignedByGateway(payload: string, signature: string, publicKeys: readonly KeyObject[]): boolean {
  const [signed, bytes] = [Buffer.from(payload), Buffer.from(signature, 'base64url')];
  return publicKeys.some((key) => verify(null, signed, key, bytes));
}

function isSignedFormerly(payload: string, digest: string, formerKey: string | undefined): boolean {
  const given = Buffer.from(digest, 'base64url');
  return keysOf(formerKey).some((key) => sameDigest(given, mac(payload, key)));
}

const keysOf = (formerKey: string | undefined) => formerKey?.split(',').map((key) => key.trim()) ?? [];
const mac = (payload: string, key: string) => createHmac('sha256', key).update(payload).digest();
const sameDigest = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);
const unverified = () => new ApiError('AUTHENTICATION_ERROR', 'this service is reached through the gateway only');
