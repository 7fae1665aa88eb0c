import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import type { AddressGuard, Lookup } from '@tributary/security/addresses/address-guard';

/** For an agent: a new connection goes to an address that the guard has judged, and to no other. */
export const judgedLookup =
  (guard: AddressGuard): LookupFunction =>
  (host, options, callback) => {
    const use = (addresses: string[]) => {
      const judged: LookupAddress[] = addresses.map((address) => ({ address, family: isIP(address) }));
      if (options.all) callback(null, judged);
      else callback(null, judged[0]?.address ?? '', judged[0]?.family);
    };
    guard.resolve(host).then(use, (error: Error) => callback(error, ''));
  };

/**
 * Look-ups of one host at the same time share one. They hold a thread until its name server answers, so many for a host
 * whose name server is slow would delay those of all other hosts.
 */
export function sharedLookup(lookup: Lookup = (host) => promisify(systemLookup)(host, { all: true })): Lookup {
  const current = new Map<string, Promise<LookupAddress[]>>();
  return (host) => {
    const shared = current.get(host) ?? lookup(host).finally(() => current.delete(host));
    current.set(host, shared);
    return shared;
  };
}
