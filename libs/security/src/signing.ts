import { createHmac } from 'node:crypto';
import { z } from 'zod';

/** The three headers of a signed request. */
export interface Signature {
  key_id: string;
  /** Milliseconds in decimal, as sent. */
  timestamp: string;
  /** Base64 of the HMAC-SHA256 of the message. */
  mac: string;
}

/** A request as it was signed. */
export interface SignedRequest extends Signature {
  /** The request target as sent, percent-encoding and query untouched. */
  uri: string;
  /** Absent for a GET. */
  body?: Buffer;
}

/** The prefix is a setting of every app that signs requests or verifies them. */
export const SignatureConfig = z.object({
  /** `X-<prefix>-Mac`, `X-<prefix>-Key-Id` and `X-<prefix>-Ts` carry the signature of a request. */
  SIGNATURE_HEADER_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/, 'must be alphanumeric words joined by -')
    .max(32)
    .default('Svc'),
});
export type SignatureConfig = z.infer<typeof SignatureConfig>;

/** Header names in lower case, by the field that each carries. */
export type SignatureHeaders = Record<keyof Signature, string>;

/** @param prefix `Svc` for `X-Svc-Mac` */
export const signatureHeaders = (prefix: string): SignatureHeaders => ({
  key_id: `x-${prefix}-key-id`.toLowerCase(),
  timestamp: `x-${prefix}-ts`.toLowerCase(),
  mac: `x-${prefix}-mac`.toLowerCase(),
});

/** The HMAC key is the hexadecimal string itself, not the 16 bytes it encodes. */
export function macOf({ uri, key_id, timestamp, body }: Omit<SignedRequest, 'mac'>, secretKey: string): string {
  // node:http decodes the request head as Latin-1, so this restores its bytes.
  const hmac = createHmac('sha256', secretKey).update(`${uri}\n${key_id}\n${timestamp}`, 'latin1');
  if (body) hmac.update('\n').update(body);
  return hmac.digest('base64');
}
