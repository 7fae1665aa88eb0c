import { isIP } from 'node:net';
import { z } from 'zod';

/** One entry of WAREHOUSE_ALLOWED_HOSTS or PLUGIN_ALLOWED_HOSTS. */
export type AllowedHost = { name: string } | { network: string; prefix: number; family: 'ipv4' | 'ipv6' };

/** Names, addresses and CIDR ranges, separated by commas; `*` allows every host. */
export const AllowedHosts = z.string().transform((list, context): AllowedHost[] => {
  const parts = list.split(',').map((part) => part.trim().toLowerCase());
  return parts.filter(Boolean).flatMap((part) => {
    const allowed = readEntry(part);
    if (!allowed) context.addIssue(`"${part}" is neither a host name nor an address nor a CIDR range`);
    return allowed ?? [];
  });
});

function readEntry(part: string): AllowedHost | undefined {
  const [, network = part, length] = /^(.+)\/(\d{1,3})$/.exec(part) ?? [];
  const version = isIP(network);
  if (version === 0) return length === undefined && /^(\*|[a-z0-9_.-]+)$/.test(part) ? { name: part } : undefined;
  const bits = version === 4 ? 32 : 128;
  const prefix = length === undefined ? bits : Number(length);
  return prefix <= bits ? { network, prefix, family: version === 4 ? 'ipv4' : 'ipv6' } : undefined;
}
