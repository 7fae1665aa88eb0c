import { createHmac } from 'node:crypto';

interface RequestToSign {
  /** The request target exactly as sent, `/v1/datamarts/1/user_activities`. */
  uri: string;
  key_id: string;
  /** Epoch milliseconds. */
  timestamp: string;
  /** Exactly as sent; undefined: a GET. */
  body: Buffer | undefined;
}

/** The message authentication code of a request. The HMAC key is the hexadecimal text itself, not the bytes that it encodes. */
export function macOf({ uri, key_id, timestamp, body }: RequestToSign, secretKey: string): string {
  const mac = createHmac('sha256', secretKey).update([uri, key_id, timestamp].join('\n'));
  if (body !== undefined) mac.update('\n').update(body);
  return mac.digest('base64');
}
