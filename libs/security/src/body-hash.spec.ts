import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bodyHashOf } from './body-hash.js';
import { SecretsKeyring } from './secrets-keyring.js';

const keyring = () => new SecretsKeyring(randomBytes(32).toString('base64'));
const hash = bodyHashOf(keyring());
const json = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }));

/** The same values, with the keys of all objects in the opposite order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, own]) => [key, turned(own)]),
  );
}

describe('the hash of a body', () => {
  it('is that of its JSON values, in any order of keys and without $unique_key', () => {
    fc.assert(
      fc.property(json, fc.string(), (body, key) => {
        expect(hash({ $unique_key: key, ...(turned(body) as object) })).toBe(hash({ ...body, $unique_key: 'other' }));
      }),
    );
  });

  it('differs with the values', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        const same = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        expect(hash(one) === hash(other)).toBe(same);
      }),
    );
    expect(hash({ a: [1, 2] })).not.toBe(hash({ a: [2, 1] }));
    expect(hash({ a: '1' })).not.toBe(hash({ a: 1 }));
  });

  it('is that of earlier versions, which stored traces hold', () => {
    const fixed = bodyHashOf(new SecretsKeyring(Buffer.alloc(32, 7).toString('base64')));
    const text = 'say "hi" \\ \n \u2028 é 😀';
    const body = { b: text, a: [1.5, -0, true, null, 'x'], '"': { z: '', y: 'DEL\u007f' }, $unique_key: 'k' };
    expect(fixed(body)).toBe('8661bc804de8');
  });

  it('has 6 bytes, and depends on the secret of the platform', () => {
    expect(hash({})).toMatch(/^[0-9a-f]{12}$/);
    expect(bodyHashOf(keyring())({})).not.toBe(hash({}));
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== '$unique_key');
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, own]) => [key, sorted(own)]);
}
