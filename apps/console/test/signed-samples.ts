import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SignedSample } from '../src/access/keys/signed-sample.js';

interface Vectors {
  secret_key: string;
  key_id: string;
  timestamp: string;
  accept: { uri: string; body: string | null; mac: string }[];
}

// The vectors that the gateway and docs/signing.md are tested with.
export const { secret_key, key_id, timestamp, accept } = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../gateway/test/fixtures/signing-vectors.json`, 'utf8'),
) as Vectors;
export const [post] = accept;
export const sample: SignedSample = {
  origin: 'http://localhost:8080',
  uri: post?.uri ?? '',
  key_id,
  body: post?.body ?? '',
};
/** With every character that a shell or a language treats specially. */
export const odd: SignedSample = { ...sample, key_id: `it's$HOME"\``, body: '{"$name":"it\'s $HOME \\\\ \\"é\\""}' };

/** The digest of a request at the time of the vectors. */
export const rule = ({ uri, key_id: id, body }: SignedSample) =>
  createHmac('sha256', secret_key).update([uri, id, timestamp, body].join('\n')).digest('base64');
