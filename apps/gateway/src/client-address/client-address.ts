import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

const longest = { 4: 32, 6: 128 } as const;

/** Addresses and networks, separated by commas: `10.0.0.0/8, ::1`. Default: none. */
export const TrustedProxies = z
  .string()
  .default('')
  .transform((text, context) => {
    const proxies = new BlockList();
    for (const one of text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')) {
      const [network = '', length] = one.split('/');
      const family = isIP(network) as 0 | 4 | 6;
      const bits = Number(length ?? (family === 0 ? 0 : longest[family]));
      if (family === 0 || !Number.isInteger(bits) || bits < 0 || bits > longest[family])
        context.addIssue(`${one}: must be an address or a network such as 10.0.0.0/8`);
      else proxies.addSubnet(network, bits, family === 4 ? 'ipv4' : 'ipv6');
    }
    return proxies;
  });

/**
 * The address from which a request comes: that of the connection, and behind trusted proxies the last one of
 * `X-Forwarded-For` that is none of theirs. What a client itself writes into that header stands further left.
 */
export function clientAddress(
  { socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>,
  proxies: BlockList,
): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  const hops = forwarded === '' ? [] : forwarded.split(',').map((hop) => hop.trim());
  let address = plain(socket.remoteAddress ?? '');
  while (hops.length > 0 && isTrusted(address, proxies)) {
    const before = plain(withoutPort(hops.pop() ?? ''));
    if (isIP(before) === 0) return address;
    address = before;
  }
  return address;
}

/** Some proxies, such as the Application Gateway of Azure, add the port of the client. */
const withoutPort = (hop: string) => hop.replace(/^(?:([\d.]+):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?)$/, '$1$2');

/** An IPv4 address in IPv6 is that IPv4 address. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

const isTrusted = (address: string, proxies: BlockList) =>
  isIP(address) !== 0 && proxies.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
