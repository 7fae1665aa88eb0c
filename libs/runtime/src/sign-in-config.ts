import { Role } from '@tributary/contracts/admin/access';
import { z } from 'zod';
import { asciiDomain } from './email-domain.js';
import { flag, type Problem } from './kafka-access.js';

/** Sign-in with an OpenID provider: the first four together, or none of them. `signInProblems` checks that. */
export const SignInConfig = z.object({
  /** The issuer identifier of the provider: below it stands `.well-known/openid-configuration`. */
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** The address under which browsers reach the gateway, without a path. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Whether the e-mail of a person counts although the provider does not say that it is verified. */
  OIDC_TRUST_EMAIL: flag.default(false),
  /** Domains, separated by commas: a person of one of them becomes a user at the first sign-in. */
  OIDC_ALLOWED_DOMAINS: z.string().transform(readDomains).optional(),
  /** The organisation of such a user, and its role there. */
  OIDC_NEW_USER_ORGANISATION: z
    .string()
    .regex(/^[1-9]\d{0,17}$/, 'must be the id of an organisation')
    .optional(),
  OIDC_NEW_USER_ROLE: Role.exclude(['COMMUNITY_ADMIN']).default('READER'),
});

function readDomains(list: string, context: z.RefinementCtx): string[] {
  return list.split(',').map((part) => {
    const domain = asciiDomain(part.trim());
    if (domain === undefined)
      context.addIssue('must be domains such as example.org, separated by commas, without wildcards');
    return domain ?? '';
  });
}

const together = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL'];

/** Names of Microsoft that stand for any tenant. Each is a first segment of the path of an issuer. */
const manyTenants = new Set(['common', 'organizations', 'consumers']);
const hostOfTenants =
  /(^|\.)(login\.microsoftonline\.(com|us|de)|login\.partner\.microsoftonline\.cn|sts\.windows\.net)$/;

/** The problems of the settings of sign-in beyond the schema. */
export function signInProblems(env: Record<string, string | undefined>): Problem[] {
  const missing = together.filter((name) => env[name] === undefined);
  if (missing.length > 0 && missing.length < together.length)
    return missing.map((name) => [name, `is required: ${together.join(', ')} are set together, or none of them`]);
  return [...newUserProblems(env), ...issuerProblems(env['OIDC_ISSUER']), ...addressProblems(env['PUBLIC_URL'])];
}

const newUsers = ['OIDC_ALLOWED_DOMAINS', 'OIDC_NEW_USER_ORGANISATION'];

function newUserProblems(env: Record<string, string | undefined>): Problem[] {
  const given = newUsers.filter((name) => env[name] !== undefined);
  if (given.length === 0) return [];
  if (env['OIDC_ISSUER'] === undefined) return [['OIDC_ISSUER', `is required with ${given.join(' and ')}`]];
  return newUsers
    .filter((name) => env[name] === undefined)
    .map((name) => [name, `is required: ${newUsers.join(' and ')} are set together, or none of them`]);
}

function issuerProblems(issuer: string | undefined): Problem[] {
  const url = parsed(issuer);
  if (!issuer || !url) return [];
  const problems: Problem[] = [];
  if (!isProtected(url)) problems.push(['OIDC_ISSUER', 'must be an https URL; http only on localhost']);
  if (isTemplate(issuer, url))
    problems.push([
      'OIDC_ISSUER',
      'stands for many tenants, so people of any of them could sign in: name the issuer of your own tenant',
    ]);
  if (url.search || url.hash || url.username) problems.push(['OIDC_ISSUER', 'must have no query, fragment or user']);
  return problems;
}

function isTemplate(issuer: string, { hostname, pathname }: URL): boolean {
  const [, tenant = ''] = pathname.toLowerCase().split('/');
  return /[{}*]|%7b|%7d/i.test(issuer) || (hostOfTenants.test(hostname) && (tenant === '' || manyTenants.has(tenant)));
}

function addressProblems(address: string | undefined): Problem[] {
  const url = parsed(address);
  if (!url) return [];
  if (!isProtected(url)) return [['PUBLIC_URL', 'must be an https URL; http only on localhost']];
  if (url.href !== `${url.origin}/`) return [['PUBLIC_URL', 'must have no path, query, fragment or user']];
  return [];
}

/** Undefined for what the schema refuses. */
function parsed(text: string | undefined): URL | undefined {
  return text !== undefined && /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

const isProtected = ({ protocol, hostname }: URL) => protocol === 'https:' || isLocalhost(hostname);

/** Names of this machine, as `URL` writes them. */
const isLocalhost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
