import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { macOf } from './sign-request.js';

interface Vector {
  uri: string;
  body: string | null;
  mac: string;
}
const file = path.join(import.meta.dirname, '../../../gateway/test/fixtures/signing-vectors.json');
const { secret_key, key_id, timestamp, accept, refuse } = JSON.parse(readFileSync(file, 'utf8')) as {
  secret_key: string;
  key_id: string;
  timestamp: string;
  accept: Vector[];
  refuse: { why: string; of: number; mac: string }[];
};
const sign = ({ uri, body }: Vector) =>
  macOf({ uri, key_id, timestamp, body: body === null ? undefined : Buffer.from(body) }, secret_key);

describe('macOf', () => {
  it.each(accept)('signs $uri', (vector) => expect(sign(vector)).toBe(vector.mac));

  it.each(refuse)('does not sign with: $why', ({ of, mac }) => expect(sign(accept[of] as Vector)).not.toBe(mac));
});
