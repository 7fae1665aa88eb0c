import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { returnAddress } from './return-address.js';

const origin = 'https://cdp.example.org';

describe('returnAddress', () => {
  it.each([
    ['/', '/'],
    ['/d/1/live?a=b#c', '/d/1/live?a=b#c'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/..//evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['https://evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/auth/logout', '/'],
    ['/AUTH/login', '/'],
    [`/${'x'.repeat(2_000)}`, '/'],
    [undefined, '/'],
    [['/a', '/b'], '/'],
  ])('of %s is %s', (wanted, found) => expect(returnAddress(wanted, origin)).toBe(`${origin}${found}`));

  it('never leaves the gateway', () => {
    const part = fc.constantFrom('/', '\\', '.', '..', '@', ':', 'evil.example', '%2f', '%5c', '\t', '?', '#', 'a');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const address = returnAddress(`/${parts.join('')}`, origin);
        expect(new URL(address).origin).toBe(origin);
        expect(address).not.toMatch(/^https:\/\/cdp\.example\.org\/\//);
      }),
    );
  });
});
