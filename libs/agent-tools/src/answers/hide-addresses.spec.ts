import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { parseJson } from '@tributary/client/exact-json';
import fc from 'fast-check';
import { hideAddresses } from './hide-addresses.js';

const hash = (text: string) => `email_hash=${createHash('sha256').update(text).digest('hex')}`;

describe('hideAddresses', () => {
  it.each([
    ['Ada@Example.com', hash('ada@example.com')],
    ['Ada <ada@example.com>, by phone', `Ada <${hash('ada@example.com')}>, by phone`],
    ['mailto:ada+shop@mail.example.com.', `mailto:${hash('ada+shop@mail.example.com')}.`],
    [`'ada@example.com'`, `'${hash('ada@example.com')}'`],
    [`o'neil@example.com`, hash(`o'neil@example.com`)],
    ['no address', 'no address'],
    ['@tributary', '@tributary'],
  ])('%s', (text, expected) => expect(hideAddresses(text)).toBe(expected));

  it('finds them in every text and name of a value, and changes nothing else', () => {
    const value = parseJson('{"a@b.cd":[{"mail":"x@y.zz"},12345678901234567890,null,true]}');
    expect(JSON.stringify(hideAddresses(value))).toBe(
      `{"${hash('a@b.cd')}":[{"mail":"${hash('x@y.zz')}"},12345678901234567890,null,true]}`,
    );
  });

  it('leaves no address in any JSON value', () =>
    fc.assert(
      fc.property(fc.emailAddress(), fc.json(), fc.string(), (email, json, around) => {
        const hidden = JSON.stringify(
          hideAddresses({ [email]: JSON.parse(json) as unknown, text: [`${around} ${email} `] }),
        );
        expect(hidden).not.toContain(JSON.stringify(email).slice(1, -1));
      }),
    ));

  it('is linear: a long text without an address takes no longer for its form', () => {
    const text = `${'a'.repeat(200_000)}@${'b.'.repeat(50_000)}`;
    expect(typeof hideAddresses(text)).toBe('string');
  });
});
