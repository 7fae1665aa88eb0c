import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { promisify } from 'node:util';
import { unavailable } from '@tributary/contracts/errors';
import type { AllowedHost } from './allowed-hosts.js';
import { refused } from './engine-errors.js';

/** Everything that is not the public internet (IANA's special-purpose registries). */
const internalRanges = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // Loopback and unspecified; translated, discard, documentation, 6to4 and Teredo, which may hold an IPv4 address. A
  // mapped one (::ffff:0:0/96) is judged by the ranges of IPv4.
  ...['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001:db8::/32', '2002::/16', '2001::/32'],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

export type Lookup = (host: string) => Promise<LookupAddress[]>;

const lookupAll: Lookup = (host) => promisify(systemLookup)(host, { all: true });

export interface GuardOptions {
  /** False: any address will do, as on a developer's machine. */
  isStrict: boolean;
  allowed: readonly AllowedHost[];
  lookup?: Lookup;
}

/**
 * Keeps clients from reaching internal services through the host of their credentials. A name is resolved once, every
 * address is judged, and the caller connects to those that are returned: a second answer of the name server counts not.
 */
export class AddressGuard {
  private readonly internal = new BlockList();
  private readonly allowedRanges = new BlockList();
  private readonly allowedNames: ReadonlySet<string>;

  constructor(private readonly options: GuardOptions) {
    for (const range of internalRanges) addRange(this.internal, range);
    for (const allowed of options.allowed)
      if ('network' in allowed) this.allowedRanges.addSubnet(allowed.network, allowed.prefix, allowed.family);
    this.allowedNames = new Set(options.allowed.flatMap((allowed) => ('name' in allowed ? [allowed.name] : [])));
  }

  /** True for an address, written as such, that `resolve` refuses; a name is judged only when it is resolved. */
  refusesLiteral(host: string): boolean {
    return isIP(host) !== 0 && !this.isAllowed(host, host);
  }

  /** The addresses to connect to, one after the other. @throws CONSTRAINT_VIOLATION_EXCEPTION for an internal one, SERVICE_UNAVAILABLE for none */
  async resolve(host: string): Promise<string[]> {
    const { lookup = lookupAll } = this.options;
    const addresses = await lookup(host).catch((cause: unknown) => {
      throw unavailable(`The engine's host ${host} is not known`, cause);
    });
    if (!addresses.every(({ address }) => this.isAllowed(host, address)))
      throw refused(`The host ${host} is in a private network, which this installation does not connect to`);
    return addresses.map(({ address }) => address);
  }

  private isAllowed(host: string, address: string): boolean {
    if (!this.options.isStrict || this.allowedNames.has('*') || this.allowedNames.has(host.toLowerCase())) return true;
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    return this.allowedRanges.check(address, family) || !this.internal.check(address, family);
  }
}

function addRange(list: BlockList, range: string): void {
  const [network = '', prefix] = range.split('/');
  list.addSubnet(network, Number(prefix), isIP(network) === 6 ? 'ipv6' : 'ipv4');
}
