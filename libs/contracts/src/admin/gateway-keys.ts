import { generateKeyPairSync } from 'node:crypto';

/**
 * A new Ed25519 pair: gateways sign with the private key, services verify with the public one. Each in DER (PKCS #8, SPKI)
 * and base64, by the names of their settings.
 */
export function newGatewayKeys(): { GATEWAY_PRIVATE_KEY: string; GATEWAY_PUBLIC_KEY: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  return { GATEWAY_PRIVATE_KEY: privateKey.toString('base64'), GATEWAY_PUBLIC_KEY: publicKey.toString('base64') };
}
