import { describe, expect, it } from '@jest/globals';
import type { ApiError } from '@tributary/contracts/errors';
import { AddressGuard, type GuardOptions, type Lookup } from './address-guard.js';
import { AllowedHosts } from './allowed-hosts.js';

/** A guard as in production, with these allowed hosts. Every name resolves to these addresses. */
const guard = (allowed: string, ...addresses: string[]) => {
  const lookup: Lookup = (host) =>
    Promise.resolve((addresses.length > 0 ? addresses : [host]).map((address) => ({ address, family: 4 })));
  return new AddressGuard({ isStrict: true, allowed: AllowedHosts.parse(allowed), lookup });
};
const refusal = { code: 'CONSTRAINT_VIOLATION_EXCEPTION' };

describe('in production', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    // Private IPv4 addresses in SIIT, NAT64, local NAT64, 6to4, and Teredo's client and server.
    '::ffff:0:10.0.0.1',
    '::ffff:0:a9fe:a9fe',
    '64:ff9b::169.254.169.254',
    '64:ff9b:1::192.168.0.1',
    '64:ff9b:1:a00:0:100:5db8:d822',
    '2002:c0a8:1::5db8:d822',
    '2001:0:5db8:d822::f5ff:fffe',
    '2001:0:a00:1::a247:27dd',
    '2001:10::1',
    '3fff::1',
  ])('%s is refused', async (address) => {
    await expect(guard('').resolve(address)).rejects.toMatchObject(refusal);
    await expect(guard('', address).resolve('innocent.example.com')).rejects.toMatchObject(refusal);
    expect(guard('').refusesLiteral(address)).toBe(true);
  });

  it.each([
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:2800:220:1::1',
    // The same public IPv4 address as above, embedded.
    '::ffff:93.184.216.34',
    '::ffff:0:93.184.216.34',
    '64:ff9b::5db8:d822',
    '64:ff9b:1::5db8:d822',
    '2002:5db8:d822::1',
    '2001:0:5db8:d822::a247:27dd',
  ])('%s is allowed, because it is public', async (address) => {
    await expect(guard('').resolve(address)).resolves.toEqual([address]);
    expect(guard('').refusesLiteral(address)).toBe(false);
  });

  it('an embedded address is allowed by its own range', async () => {
    await expect(guard('10.0.0.0/8').resolve('64:ff9b::10.0.0.1')).resolves.toEqual(['64:ff9b::10.0.0.1']);
    await expect(guard('10.0.0.0/8').resolve('64:ff9b::127.0.0.1')).rejects.toMatchObject(refusal);
  });

  it('a name with one internal address among its public ones is refused', async () => {
    await expect(guard('', '93.184.216.34', '10.0.0.1').resolve('two.example.com')).rejects.toMatchObject(refusal);
  });

  it('a name is checked when it is resolved, and the checked address is returned', async () => {
    expect(guard('', '10.0.0.1').refusesLiteral('db.example.com')).toBe(false);
    await expect(guard('', '93.184.216.34').resolve('db.example.com')).resolves.toEqual(['93.184.216.34']);
  });

  it.each([
    ['its name', 'db.internal', 'db.internal'],
    ['its name in other case', 'DB.internal', 'db.INTERNAL'],
    ['its address', '10.0.0.7', 'db.internal'],
    ['its network', '192.168.0.0/16, 10.0.0.0/8', 'db.internal'],
    ['the wildcard', '*', 'db.internal'],
  ])('a private host may be allowed by %s', async (_case, allowed, host) => {
    await expect(guard(allowed, '10.0.0.7').resolve(host)).resolves.toEqual(['10.0.0.7']);
  });

  it.each(['other.internal', '10.0.0.8', '10.0.1.0/24', 'internal'])('but not by %s', async (allowed) => {
    await expect(guard(allowed, '10.0.0.7').resolve('db.internal')).rejects.toMatchObject(refusal);
  });

  it('a host that cannot be resolved is SERVICE_UNAVAILABLE', async () => {
    const lookup: Lookup = () => Promise.reject(new Error('ENOTFOUND'));
    const unknown = new AddressGuard({ isStrict: true, allowed: [], lookup });
    await expect(unknown.resolve('nowhere')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

describe('that hides names', () => {
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
  const answered = (lookup: Lookup, settings: Partial<GuardOptions> = {}) =>
    new AddressGuard({ isStrict: true, allowed: [], hidesNames: true, lookup, ...settings })
      .resolve('db.internal')
      .then(
        (addresses) => addresses,
        ({ code, message }: ApiError) => ({ code, message }),
      );
  const inPrivate: Lookup = () => Promise.resolve([{ address: '10.0.0.7', family: 4 }]);
  const nowhere = failing('ENOTFOUND');

  it.each([true, false])(
    'answers alike about a private name and one that does not exist (allowed only: %s)',
    async (onlyAllowed) => {
      const answer = await answered(inPrivate, { onlyAllowed });
      expect(answer).toMatchObject({ code: 'CONSTRAINT_VIOLATION_EXCEPTION' });
      expect(await answered(nowhere, { onlyAllowed })).toEqual(answer);
      expect(await answered(nowhere, { onlyAllowed, hidesNames: false })).not.toEqual(answer);
    },
  );

  it.each<[string, Lookup, Partial<GuardOptions>]>([
    ['while no name can be resolved', failing('EAI_AGAIN'), {}],
    ['about an allowed name', nowhere, { allowed: AllowedHosts.parse('db.internal') }],
    ['where any host is allowed', nowhere, { isStrict: false }],
  ])('is SERVICE_UNAVAILABLE %s', async (_case, lookup, settings) =>
    expect(await answered(lookup, settings)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' }),
  );
});

describe('with allowed hosts only', () => {
  it.each([
    ['its name', 'db.example.com', true],
    ['its address', '93.184.216.34', true],
    ['nothing', '', false],
    ['another name', 'other.example.com', false],
  ])('a public host is allowed by %s: %s', async (_case, allowed, isAllowed) => {
    const lookup: Lookup = () => Promise.resolve([{ address: '93.184.216.34', family: 4 }]);
    const settings = { isStrict: true, allowed: AllowedHosts.parse(allowed), lookup };
    const only = new AddressGuard({ ...settings, onlyAllowed: true });
    if (isAllowed) await expect(only.resolve('db.example.com')).resolves.toEqual(['93.184.216.34']);
    else await expect(only.resolve('db.example.com')).rejects.toMatchObject(refusal);
    await expect(new AddressGuard(settings).resolve('db.example.com')).resolves.toEqual(['93.184.216.34']);
  });
});

describe('outside production', () => {
  it('any host is allowed', async () => {
    const relaxed = new AddressGuard({ isStrict: false, allowed: [] });
    await expect(relaxed.resolve('127.0.0.1')).resolves.toEqual(['127.0.0.1']);
    expect(relaxed.refusesLiteral('127.0.0.1')).toBe(false);
  });
});

describe('a list of allowed hosts', () => {
  it('accepts names, addresses and ranges, and ignores spaces around them', () => {
    expect(AllowedHosts.parse(' Db-1.internal , 10.0.0.0/8,fd00::/8, 10.0.0.1 ,')).toEqual([
      { name: 'db-1.internal' },
      { network: '10.0.0.0', prefix: 8, family: 'ipv4' },
      { network: 'fd00::', prefix: 8, family: 'ipv6' },
      { network: '10.0.0.1', prefix: 32, family: 'ipv4' },
    ]);
  });

  it.each(['10.0.0.0/33', 'fd00::/129', 'a b', 'db/8', 'https://db'])('rejects "%s"', (list) => {
    expect(AllowedHosts.safeParse(list).success).toBe(false);
  });
});
