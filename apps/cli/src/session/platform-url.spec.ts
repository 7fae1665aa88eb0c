import { describe, expect, it } from '@jest/globals';
import { isEncryptedOrLocal, platformUrl } from './platform-url.js';

describe('platformUrl', () => {
  it.each([
    ['https://cdp.example.com', 'https://cdp.example.com'],
    ['https://cdp.example.com/', 'https://cdp.example.com'],
    ['https://cdp.example.com/v1/', 'https://cdp.example.com'],
    ['https://example.com/cdp/v1', 'https://example.com/cdp'],
    ['http://localhost:8080/#token=x', 'http://localhost:8080'],
    ['localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:80', 'http://127.0.0.1'],
    ['cdp.example.com', 'https://cdp.example.com'],
  ])('reads %s', (text, expected) => expect(platformUrl(text)).toBe(expected));

  it.each(['', 'ftp://example.com', 'http://', 'https://user:secret@example.com', 'not an address'])(
    'refuses "%s"',
    (text) => expect(() => platformUrl(text)).toThrow(/no address|password/),
  );
});

describe('isEncryptedOrLocal', () => {
  it.each([
    ['https://cdp.example.com', true],
    ['http://localhost:8080', true],
    ['http://[::1]:8080', true],
    ['http://127.0.0.1', true],
    ['http://cdp.example.com', false],
    ['http://localhost.example.com', false],
  ])('%s: %s', (url, expected) => expect(isEncryptedOrLocal(url)).toBe(expected));
});
