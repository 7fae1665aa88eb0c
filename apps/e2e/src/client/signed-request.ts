import { createHmac } from 'node:crypto';

export interface SigningKey {
  key_id: string;
  secret_key: string;
}

/** The headers of a signed request. `uri` begins with /v1. */
export function signatureHeaders({ key_id, secret_key }: SigningKey, uri: string, body?: string, ts = Date.now()) {
  const message = [uri, key_id, String(ts), ...(body === undefined ? [] : [body])].join('\n');
  const mac = createHmac('sha256', secret_key).update(message, 'utf8').digest('base64');
  // An empty Authorization header counts as absent.
  return { authorization: '', 'x-svc-mac': mac, 'x-svc-key-id': key_id, 'x-svc-ts': String(ts) };
}
