import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AllowedOrigin, allowsOrigin } from './allowed-origin.js';

describe('an allowed origin', () => {
  it.each([
    ['https://shop.example.com', 'https://shop.example.com'],
    ['HTTPS://Shop.Example.COM', 'https://shop.example.com'],
    ['https://shop.example.com:443', 'https://shop.example.com'],
    ['https://shop.example.com:8443', 'https://shop.example.com:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://192.0.2.1', 'https://192.0.2.1'],
    ['https://[2001:DB8::1]:8443', 'https://[2001:db8::1]:8443'],
    ['http://localhost', 'http://localhost'],
    ['http://LOCALHOST:3000', 'http://localhost:3000'],
    ['http://localhost:80', 'http://localhost'],
    ['https://localhost:3000', 'https://localhost:3000'],
    ['http://127.0.0.1:5173', 'http://127.0.0.1:5173'],
    ['http://[::1]:5173', 'http://[::1]:5173'],
    ['*', '*'],
  ])('%s is stored as %s', (given, stored) => expect(AllowedOrigin.parse(given)).toBe(stored));

  it.each([
    '',
    'null',
    'shop.example.com',
    '//shop.example.com',
    'https://',
    'https://:443',
    'https://shop.example.com/',
    'https://shop.example.com/path',
    'https://shop.example.com?x',
    'https://shop.example.com#x',
    'https://user@shop.example.com',
    'https://shop.example.com:',
    'https://shop.example.com:65536',
    'https://shop.example.com:x',
    'https://*.example.com',
    'https://*',
    ' https://shop.example.com',
    'https://shop.example.com\n',
    'http://shop.example.com',
    'http://localhost.example.com',
    'ftp://shop.example.com',
    'capacitor://localhost',
    '**',
  ])('%j is refused', (given) => expect(AllowedOrigin.safeParse(given).success).toBe(false));
});

describe('a page', () => {
  const listed = new Set(['https://shop.example.com', 'http://localhost:3000']);

  it.each([
    ['https://shop.example.com', true],
    ['https://SHOP.example.com', true],
    ['https://shop.example.com:443', true],
    ['http://localhost:3000', true],
    ['http://shop.example.com', false],
    ['https://shop.example.com:8443', false],
    ['https://shop.example.com.evil.example', false],
    ['https://shop.example.com/', false],
    ['https://shop.example.com, https://shop.example.com', false],
    ['http://localhost', false],
    ['null', false],
    ['', false],
    ['*', false],
  ])('of %j may use the key: %s', (origin, isAllowed) => expect(allowsOrigin(listed, origin)).toBe(isAllowed));

  it('of any origin may use the key with *', () =>
    fc.assert(fc.property(fc.string(), (origin) => allowsOrigin(new Set(['*']), origin))));

  it('of a stored origin may use the key', () =>
    fc.assert(
      fc.property(fc.domain(), fc.option(fc.integer({ min: 1, max: 65_535 })), (host, port) => {
        const stored = AllowedOrigin.parse(`https://${host}${port === null ? '' : `:${port}`}`);
        return allowsOrigin(new Set([stored]), stored) && AllowedOrigin.parse(stored) === stored;
      }),
    ));
});
