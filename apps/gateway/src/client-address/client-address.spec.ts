import { describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { clientAddress, TrustedProxies } from './client-address.js';

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as FastifyRequest;

describe('the address of a client', () => {
  it.each([
    ['', '192.0.2.1', '198.51.100.1', '192.0.2.1'],
    ['', '::ffff:192.0.2.1', undefined, '192.0.2.1'],
    ['10.0.0.0/8', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.0/8', '10.1.2.3', undefined, '10.1.2.3'],
    ['10.0.0.0/8', '192.0.2.1', '198.51.100.1', '192.0.2.1'],
    ['10.0.0.0/8, ::1', '::1', '203.0.113.9, 198.51.100.1, 10.0.0.7', '198.51.100.1'],
    ['10.0.0.0/8', '10.1.2.3', 'forged, 10.0.0.9', '10.0.0.9'],
    ['10.0.0.0/8', '10.1.2.3', '<script>', '10.1.2.3'],
    ['10.0.0.0/8', '10.1.2.3', '203.0.113.9:1, 198.51.100.1:50123', '198.51.100.1'],
    ['10.0.0.0/8', '10.1.2.3', '198.51.100.1:50123, 10.0.0.7:443', '198.51.100.1'],
    ['10.0.0.0/8', '10.1.2.3', '[2001:db8::1]:443', '2001:db8::1'],
    ['10.0.0.0/8', '10.1.2.3', '[2001:db8::1]', '2001:db8::1'],
    ['10.0.0.0/8', '10.1.2.3', '198.51.100.1:x', '10.1.2.3'],
  ])(
    'with the proxies "%s" of a connection from %s, forwarded for %s, is %s',
    (proxies, remote, forwarded, expected) => {
      expect(clientAddress(request(remote, forwarded), TrustedProxies.parse(proxies))).toBe(expected);
    },
  );

  it.each(['x', '10.0.0.0/33', '10.0.0.0/x', '300.1.1.1'])('needs addresses of proxies, not "%s"', (text) => {
    expect(TrustedProxies.safeParse(text).success).toBe(false);
  });
});
