import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { newGatewayKeys } from '@tributary/contracts/admin/gateway-keys';
import { signCaller, verifyCaller } from '@tributary/http/caller-header';
import { GatewaySigningConfig, GatewayTrustConfig, loadConfig } from './config.js';
import { gatewayKeysOf, trustOf } from './gateway-keys.js';

const [made, next] = [newGatewayKeys(), newGatewayKeys()];
const caller = { user_id: '1', roles: [] };
const request = { method: 'GET', path: '/v1/users' };
const ofRsa = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  publicKeyEncoding: { type: 'spki', format: 'der' },
});

describe('the keys of the gateway', () => {
  it.each([
    ['one public key', made.GATEWAY_PUBLIC_KEY],
    ['several public keys', `${next.GATEWAY_PUBLIC_KEY} , ${made.GATEWAY_PUBLIC_KEY}`],
  ])('as make-keys prints them sign and verify a caller, with %s', (_case, GATEWAY_PUBLIC_KEY) => {
    const keys = gatewayKeysOf(loadConfig(GatewaySigningConfig, made));
    const trust = trustOf('admin', loadConfig(GatewayTrustConfig, { GATEWAY_PUBLIC_KEY }));
    expect(verifyCaller(signCaller(caller, { audience: 'admin', ...request }, keys), request, trust)).toEqual(caller);
  });

  it.each([
    ['a public key', made.GATEWAY_PUBLIC_KEY],
    ['a key of RSA', ofRsa.privateKey.toString('base64')],
    ['any text', 'k'.repeat(64)],
  ])('refuse %s as the private one, without its value', (_case, GATEWAY_PRIVATE_KEY) => {
    const load = () => loadConfig(GatewaySigningConfig, { GATEWAY_PRIVATE_KEY });
    expect(load).toThrow('GATEWAY_PRIVATE_KEY: must be an Ed25519 private key');
    expect(load).not.toThrow(GATEWAY_PRIVATE_KEY);
  });

  it.each([
    ['a private key', made.GATEWAY_PRIVATE_KEY],
    ['a key of RSA', ofRsa.publicKey.toString('base64')],
    ['a list with an empty place', `${made.GATEWAY_PUBLIC_KEY},`],
    ['a list in which one is another text', `${made.GATEWAY_PUBLIC_KEY},${'k'.repeat(60)}`],
  ])('refuse %s as the public one', (_case, GATEWAY_PUBLIC_KEY) => {
    expect(() => loadConfig(GatewayTrustConfig, { GATEWAY_PUBLIC_KEY })).toThrow('GATEWAY_PUBLIC_KEY: must be Ed25519');
  });

  it('are required, and the error names the command that makes them', () => {
    const required = 'is required, the command "tributary gateway make-keys" makes it';
    expect(() => loadConfig(GatewaySigningConfig, {})).toThrow(`GATEWAY_PRIVATE_KEY: ${required}`);
    expect(() => loadConfig(GatewayTrustConfig, { GATEWAY_PUBLIC_KEY: '' })).toThrow(`GATEWAY_PUBLIC_KEY: ${required}`);
  });
});
