import type { BlockList } from 'node:net';
import type { GatewaySettings } from '../config.js';

/** The settings of sign-in, complete. */
export interface SignInSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The origin under which browsers reach the gateway. */
  origin: string;
  trustsEmail: boolean;
  /** The proxies in front of the gateway. */
  proxies: BlockList;
}

/** Undefined if people do not sign in with a provider. */
export function signInSettings(settings: GatewaySettings): SignInSettings | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, PUBLIC_URL, OIDC_TRUST_EMAIL } = settings;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET || !PUBLIC_URL) return undefined;
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    origin: new URL(PUBLIC_URL).origin,
    trustsEmail: OIDC_TRUST_EMAIL,
    proxies: settings.TRUSTED_PROXIES,
  };
}

const knownProviders: [host: RegExp, name: string][] = [
  [/^accounts\.google\.com$/, 'Google'],
  [/(^|\.)login\.microsoftonline\.|^sts\.windows\.net$/, 'Microsoft'],
  [/\.okta(preview|-emea)?\.com$/, 'Okta'],
  [/\.auth0\.com$/, 'Auth0'],
];

/** The name on the button: that of a known provider, else its host. */
export function providerName(issuer: string): string {
  const { hostname } = new URL(issuer);
  return knownProviders.find(([host]) => host.test(hostname))?.[1] ?? hostname;
}
