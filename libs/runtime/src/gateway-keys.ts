import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { GatewayKeys, GatewayTrust } from '@tributary/http/signed-header';
import { z } from 'zod';

const made = 'the command "tributary gateway make-keys" makes it';
const requiredText = z.string({ error: ({ input }) => (input === undefined ? `is required, ${made}` : undefined) });

/**
 * The secret that all services shared before gateways had a key pair. Each process that has it can speak as any user, so it is set
 * only while processes of that version run. Several keys separated by commas: the first signs, all verify.
 */
const FormerKeyConfig = z.object({
  INTERNAL_KEY: z
    .string()
    .regex(
      /^\s*[^\s,]{32,}(\s*,\s*[^\s,]{32,})*\s*$/,
      'must be at least 32 characters, several keys separated by commas',
    )
    .optional(),
});

/** The key with which gateways sign the requests that they forward. */
export const GatewaySigningConfig = FormerKeyConfig.extend({
  GATEWAY_PRIVATE_KEY: requiredText.transform((text, context) => {
    const key = readKey(text, (der) => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
    if (!key) context.addIssue(`must be an Ed25519 private key (PKCS #8) in base64, ${made}`);
    return key ?? z.NEVER;
  }),
});
export type GatewaySigningConfig = z.infer<typeof GatewaySigningConfig>;

/** The keys whose signatures a service accepts: one, or several separated by commas while the pair is replaced. */
export const GatewayTrustConfig = FormerKeyConfig.extend({
  GATEWAY_PUBLIC_KEY: requiredText.transform((texts, context) => {
    const keys = texts
      .split(',')
      .map((text) => readKey(text, (der) => createPublicKey({ key: der, format: 'der', type: 'spki' })));
    const known = keys.filter((key) => key !== undefined);
    if (known.length < keys.length)
      context.addIssue(`must be Ed25519 public keys (SPKI) in base64, separated by commas, ${made}`);
    return known;
  }),
});
export type GatewayTrustConfig = z.infer<typeof GatewayTrustConfig>;

export const gatewayKeysOf = ({ GATEWAY_PRIVATE_KEY, INTERNAL_KEY }: GatewaySigningConfig): GatewayKeys => ({
  privateKey: GATEWAY_PRIVATE_KEY,
  formerKey: INTERNAL_KEY,
});

/** A service without a key trusts no gateway. */
export const trustOf = (
  audience: string,
  { GATEWAY_PUBLIC_KEY = [], INTERNAL_KEY }: Partial<GatewayTrustConfig>,
): GatewayTrust => ({ audience, publicKeys: GATEWAY_PUBLIC_KEY, formerKey: INTERNAL_KEY });

function readKey(text: string, read: (der: Buffer) => KeyObject): KeyObject | undefined {
  try {
    const key = read(Buffer.from(text.trim(), 'base64'));
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}
