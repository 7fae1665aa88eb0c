import { isIP } from 'node:net';

/** The prefixes whose last 32 bits are an IPv4 address: mapped, SIIT, and NAT64 with its two well-known prefixes. */
const beforeLast32Bits = ['0:0:0:0:0:ffff', '0:0:0:0:ffff:0', '64:ff9b:0:0:0:0', '64:ff9b:1:0:0:0'];

/** The IPv4 addresses at which a packet for this IPv6 address may arrive; none if it contains no IPv4 address. */
export function embeddedAddresses(address: string): string[] {
  if (isIP(address) !== 6) return [];
  const groups = groupsOf(address);
  const v4 = (index: number, mask = 0) => dotted((groups[index] ?? 0) ^ mask, (groups[index + 1] ?? 0) ^ mask);
  if (
    beforeLast32Bits.includes(
      groups
        .slice(0, 6)
        .map((group) => group.toString(16))
        .join(':'),
    )
  )
    return [v4(6)];
  // 6to4.
  if (groups[0] === 0x2002) return [v4(1)];
  // Teredo: the server, and the client with its bits inverted.
  if (groups[0] === 0x2001 && groups[1] === 0) return [v4(2), v4(6, 0xffff)];
  return [];
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // URL writes every group in hexadecimal, also those of a dotted part.
  const canonical = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [head = '', tail = ''] = canonical.split('::');
  const [before, after] = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - (before?.length ?? 0) - (after?.length ?? 0) }, () => '0');
  return [...(before ?? []), ...zeros, ...(after ?? [])].map((group) => parseInt(group, 16));
}

const dotted = (high: number, low: number) => [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
