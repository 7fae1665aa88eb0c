import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { promisify } from 'node:util';
import { ApiError, unavailable } from '@tributary/contracts/errors';
import type { AllowedHost } from './allowed-hosts.js';
import { embeddedAddresses } from './embedded-addresses.js';

/** All addresses that are not public (IANA's special-purpose registries). */
const internalRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Loopback and unspecified, local translation, discard, protocol assignments, documentation, segment routing.
  // An address that contains an IPv4 address is checked against the IPv4 ranges (embeddedAddresses).
  '::/96',
  '64:ff9b:1::/48',
  '100::/63',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

export type Lookup = (host: string) => Promise<LookupAddress[]>;

const lookupAll: Lookup = (host) => promisify(systemLookup)(host, { all: true });

export interface GuardSettings {
  /** False allows any address, as on a developer's machine. */
  isStrict: boolean;
  allowed: readonly AllowedHost[];
  /** True refuses public addresses, too, unless they are allowed. */
  onlyAllowed?: boolean;
  /** How an error names the host: "The engine's host". */
  subject?: string;
  /** True answers alike about a name in a private network and one that does not exist: the answers would list private names. */
  hidesNames?: boolean;
}

export interface GuardOptions extends GuardSettings {
  lookup?: Lookup;
}

/**
 * Keeps clients from reaching internal services through a host that they choose. A name is resolved once and every
 * address is checked. The caller connects to the returned addresses, so DNS rebinding has no effect.
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

  /** True for an IP address that `resolve` refuses. A name is checked only when it is resolved. */
  refusesLiteral(host: string): boolean {
    return isIP(host) !== 0 && !this.isAllowed(host, host);
  }

  /** Whether the setting names the host or its address. */
  isListed(host: string): boolean {
    if (this.allowedNames.has('*') || this.allowedNames.has(host.toLowerCase())) return true;
    return isIP(host) !== 0 && this.allowedRanges.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
  }

  /** The addresses to try in order. @throws CONSTRAINT_VIOLATION_EXCEPTION if one is internal, SERVICE_UNAVAILABLE if there is none */
  async resolve(host: string): Promise<string[]> {
    const { lookup = lookupAll, subject = 'The host', hidesNames } = this.options;
    const addresses = await lookup(host).catch((cause: unknown) => {
      if (hidesNames && isUnknownName(cause) && !this.allowsAll(host)) throw this.refusal(host, cause);
      throw unavailable(`${subject} ${host} cannot be resolved`, cause);
    });
    if (!addresses.every(({ address }) => this.isAllowed(host, address))) throw this.refusal(host);
    return addresses.map(({ address }) => address);
  }

  private refusal(host: string, cause?: unknown): ApiError {
    const { onlyAllowed, hidesNames } = this.options;
    const place = hidesNames ? 'has no public address' : 'is in a private network';
    const message = onlyAllowed
      ? `The host ${host} is not among the allowed hosts of this installation`
      : `The host ${host} ${place}, and this installation does not connect to private networks`;
    return new ApiError('CONSTRAINT_VIOLATION_EXCEPTION', message, { cause });
  }

  /** Whether any address of the host is allowed. */
  private allowsAll(host: string): boolean {
    return !this.options.isStrict || this.allowedNames.has('*') || this.allowedNames.has(host.toLowerCase());
  }

  private isAllowed(host: string, address: string): boolean {
    if (this.allowsAll(host)) return true;
    const embedded = embeddedAddresses(address);
    return embedded.length > 0 ? embedded.every((v4) => this.isOpen(v4)) : this.isOpen(address);
  }

  private isOpen(address: string): boolean {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (this.allowedRanges.check(address, family)) return true;
    return !this.options.onlyAllowed && !this.internal.check(address, family);
  }
}

/** Not so an outage of the resolver, which is the same for every name. */
const isUnknownName = (cause: unknown) => cause instanceof Error && 'code' in cause && cause.code === 'ENOTFOUND';

function addRange(list: BlockList, range: string): void {
  const [network = '', prefix] = range.split('/');
  list.addSubnet(network, Number(prefix), isIP(network) === 6 ? 'ipv6' : 'ipv4');
}
