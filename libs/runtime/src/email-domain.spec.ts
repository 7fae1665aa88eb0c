import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { asciiDomain, domainOfEmail } from './email-domain.js';

describe('the domain of an e-mail address', () => {
  it.each([
    ['ada@example.org', 'example.org'],
    ['ada@EXAMPLE.Org', 'example.org'],
    ['ada@BÜCHER.example', 'xn--bcher-kva.example'],
    ['ada@bu\u0308cher.example', 'xn--bcher-kva.example'],
    ['ada@xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['ada@mail.example.org', 'mail.example.org'],
  ])('of %s is %s', (email, domain) => expect(domainOfEmail(email)).toBe(domain));

  it.each([
    'example.org',
    '@example.org',
    'ada@',
    'ada@localhost',
    'ada@evil.example@example.org',
    'ada@example.org@evil.example',
    'ada@example.org/evil.example',
    'ada@example.org?evil.example',
    'ada@example.org#',
    'ada@example.org:80',
    'ada@example.org.',
    'ada@.example.org',
    'ada@%65xample.org',
    'ada@example\\.org',
    'ada@exa\u200dmple.org',
    'ada@exa\uff0fmple.org',
    'ada@ example.org',
    'ada@127.0.0.1',
    'ada@2130706433',
    'ada@[::1]',
  ])('is none in %s', (email) => expect(domainOfEmail(email)).toBeUndefined());

  it('is never that of another host: no text around a domain leaves the domain as it is', () => {
    const part = fc.string({ minLength: 1, unit: 'binary-ascii' });
    fc.assert(
      fc.property(part, fc.boolean(), (text, isBefore) => {
        const found = domainOfEmail(isBefore ? `ada@${text}example.org` : `ada@example.org${text}`);
        expect(found).not.toBe('example.org');
      }),
      { numRuns: 2_000 },
    );
  });

  it('has one spelling', () => {
    fc.assert(
      fc.property(fc.domain(), (text) => {
        const ascii = asciiDomain(text);
        expect([asciiDomain(text.toUpperCase()), ascii && asciiDomain(ascii)]).toEqual([ascii, ascii]);
      }),
    );
  });
});
