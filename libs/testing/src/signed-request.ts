import { createHmac } from 'node:crypto';

export interface SigningKey {
  key_id: string;
  secret_key: string;
}

/**
 * The headers of a request that is signed as docs/signing.md says. Shares no code with the product.
 *
 * @param uri as sent, beginning with /v1
 * @param body as sent; undefined for a GET
 */
export function signatureHeaders(
  { key_id, secret_key }: SigningKey,
  uri: string,
  body?: string | Uint8Array,
  ts = Date.now(),
) {
  const hmac = createHmac('sha256', secret_key).update([uri, key_id, String(ts)].join('\n'));
  if (body !== undefined) hmac.update('\n').update(body);
  const mac = hmac.digest('base64');
  return { 'x-svc-mac': mac, 'x-svc-key-id': key_id, 'x-svc-ts': String(ts) };
}
