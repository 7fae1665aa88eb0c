import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { sign } from './sign.js';

interface Vectors {
  secret_key: string;
  key_id: string;
  timestamp: string;
  accept: { uri: string; body: string | null; mac: string }[];
  refuse: { why: string; of: number; mac: string }[];
}
const file = path.join(import.meta.dirname, '../../../../apps/gateway/test/fixtures/signing-vectors.json');
const { secret_key, key_id, timestamp, accept, refuse } = JSON.parse(readFileSync(file, 'utf8')) as Vectors;
const signVector = ({ uri, body }: Vectors['accept'][number]) =>
  sign(secret_key, [uri, key_id, timestamp, ...(body === null ? [] : [body])]);

describe('a signature', () => {
  it.each(accept)('is that of the vectors: $uri', async (vector) => expect(await signVector(vector)).toBe(vector.mac));

  it.each(refuse)('is none that the platform refuses: $why', async ({ of, mac }) => {
    const vector = accept[of];
    if (!vector) throw new Error(`no vector ${of}`);
    expect(await signVector(vector)).not.toBe(mac);
  });
});

describe('without WebCrypto', () => {
  const original = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
  afterEach(() => void (original && Object.defineProperty(globalThis, 'crypto', original)));

  it.each([[undefined], [{}]])('as crypto is %p, the error says what is missing', async (value) => {
    Object.defineProperty(globalThis, 'crypto', { configurable: true, value });
    await expect(sign(secret_key, ['/'])).rejects.toThrow('signing needs WebCrypto');
  });
});
