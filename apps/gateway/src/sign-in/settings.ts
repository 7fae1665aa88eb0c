import type { BlockList } from 'node:net';
import type { Identity, SignIn } from '@tributary/contracts/admin/session';
import { domainOfEmail } from '@tributary/runtime/email-domain';
import type { GatewaySettings } from '../config.js';

/** The settings of sign-in, complete. */
export interface SignInSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The origin under which browsers reach the gateway. */
  origin: string;
  trustsEmail: boolean;
  /** People who become users at their first sign-in; undefined if none do. */
  newUsers: { domains: ReadonlySet<string>; as: NonNullable<SignIn['new_user']> } | undefined;
  /** The proxies in front of the gateway. */
  proxies: BlockList;
}

/** Undefined if people do not sign in with a provider. */
export function signInSettings(settings: GatewaySettings): SignInSettings | undefined {
  const { OIDC_ALLOWED_DOMAINS: domains, OIDC_NEW_USER_ORGANISATION: organisation_id } = settings;
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, PUBLIC_URL, OIDC_TRUST_EMAIL } = settings;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET || !PUBLIC_URL) return undefined;
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    origin: new URL(PUBLIC_URL).origin,
    trustsEmail: OIDC_TRUST_EMAIL,
    newUsers:
      domains && organisation_id !== undefined
        ? { domains: new Set(domains), as: { organisation_id, role: settings.OIDC_NEW_USER_ROLE } }
        : undefined,
    proxies: settings.TRUSTED_PROXIES,
  };
}

/** As whom a person without a user becomes one: the domain of a verified e-mail is exactly one of the operator's. */
export function newUserOf(
  { newUsers }: Pick<SignInSettings, 'newUsers'>,
  { email, is_email_verified }: Identity,
): SignIn['new_user'] {
  const domain = is_email_verified && email !== undefined ? domainOfEmail(email) : undefined;
  return domain !== undefined && newUsers?.domains.has(domain) ? newUsers.as : undefined;
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
