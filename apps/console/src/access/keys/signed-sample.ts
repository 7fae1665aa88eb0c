import { quoted } from '@tributary/client/requests/curl';

export interface SignedSample {
  /** The address of the platform, `https://cdp.example.com`. */
  origin: string;
  /** The request target exactly as sent, `/v1/datamarts/1/user_activities`. */
  uri: string;
  key_id: string;
  /** Exactly as sent. */
  body: string;
}

/** The separators of the signed values, as one argument of `printf`. */
const message = `'%s\\n%s\\n%s\\n%s' "$URI" "$KEY_ID" "$TS" "$BODY"`;

/** A signed request for a POSIX shell. It reads the secret from SECRET_KEY, so that the text can be shared. */
export const signedCurl = ({ origin, uri, key_id, body }: SignedSample): string => `URI=${quoted(uri)}
KEY_ID=${quoted(key_id)}
TS=$(date +%s)000
BODY=${quoted(body)}
MAC=$(printf ${message} | openssl dgst -sha256 -hmac "$SECRET_KEY" -binary | base64)
curl -s ${quoted(origin)}"$URI" \\
  -H 'Content-Type: application/json' \\
  -H "X-Svc-Key-Id: $KEY_ID" -H "X-Svc-Ts: $TS" -H "X-Svc-Mac: $MAC" \\
  -d "$BODY"`;

/** The same as a module for Node.js. */
export const signedTypeScript = ({
  origin,
  uri,
  key_id,
  body,
}: SignedSample): string => `import { createHmac } from 'node:crypto';

const uri = ${JSON.stringify(uri)};
const keyId = ${JSON.stringify(key_id)};
const timestamp = String(Date.now());
const body = JSON.stringify(${JSON.stringify(JSON.parse(body), null, 2)});
// The HMAC key is the hexadecimal text itself, not the bytes that it encodes.
const mac = createHmac('sha256', process.env.SECRET_KEY!)
  .update([uri, keyId, timestamp, body].join('\\n'))
  .digest('base64');

const response = await fetch(${JSON.stringify(origin)} + uri, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'X-Svc-Key-Id': keyId,
    'X-Svc-Ts': timestamp,
    'X-Svc-Mac': mac,
  },
  body,
});
console.log(await response.json());`;
