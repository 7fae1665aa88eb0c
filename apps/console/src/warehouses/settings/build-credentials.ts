import type { PutDataWarehouseCredentialsData } from '@tributary/client/generated/types.gen';
import type { Engine } from './engines.js';

export interface CredentialField {
  name: string;
  label: string;
  required?: boolean;
  /** Hidden while it is typed. */
  secret?: boolean;
  /** Text of several lines. */
  long?: boolean;
  description?: string;
}

type Credentials = PutDataWarehouseCredentialsData['body'];
export type CredentialValues = Readonly<Record<string, string>>;
/** Saving replaces all credentials: a form that began without TLS would take it away unasked. */
export const emptyCredentials: CredentialValues = { tls: 'verified', port: '5432' };

export const credentialFields: Readonly<Record<Engine, readonly CredentialField[]>> = {
  POSTGRES: [
    { name: 'host', label: 'Host', required: true, description: 'A name or an address that the platform can reach' },
    { name: 'port', label: 'Port', required: true },
    { name: 'user', label: 'User', required: true },
    { name: 'password', label: 'Password', required: true, secret: true },
    { name: 'database', label: 'Database', description: 'Empty: every database that the user may connect to' },
  ],
  SNOWFLAKE: [
    { name: 'account', label: 'Account', required: true, description: 'Such as myorg-account123' },
    { name: 'username', label: 'User name', required: true },
    { name: 'private_key', label: 'Private key (PEM)', long: true, description: 'Or a password' },
    { name: 'password', label: 'Password', secret: true },
    { name: 'role', label: 'Role' },
    { name: 'warehouse', label: 'Warehouse' },
    { name: 'database', label: 'Database', description: 'Empty: every database that the role sees' },
  ],
  BIG_QUERY: [
    {
      name: 'key',
      label: 'Service-account key (JSON)',
      required: true,
      long: true,
      description: 'The file that Google Cloud creates for a service account',
    },
  ],
};

/** The values that may stay on a page: no password and no key. */
export function withoutSecrets(engine: Engine, values: CredentialValues): CredentialValues {
  const secret = new Set(credentialFields[engine].flatMap(({ name, secret, long }) => (secret || long ? [name] : [])));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.has(name)));
}

/**
 * The document that the API takes. The server checks it.
 *
 * @throws SyntaxError if a key is not JSON, or there is neither a key nor a password
 */
export function buildCredentials(engine: Engine, values: CredentialValues): Credentials {
  if (engine === 'BIG_QUERY') return parseKey(values.key ?? '');
  const given = Object.fromEntries(
    credentialFields[engine].flatMap(({ name }) => (values[name] ? [[name, values[name]]] : [])),
  );
  if (engine === 'SNOWFLAKE') {
    if (!given['private_key'] && !given['password']) throw new SyntaxError('A private key or a password is needed.');
    return given as Credentials;
  }
  const ssl = sslOf(values);
  return { ...given, port: Number(values.port), ...(ssl !== undefined && { ssl }) } as Credentials;
}

function parseKey(text: string): Credentials {
  let key: unknown;
  try {
    key = JSON.parse(text);
  } catch {
    throw new SyntaxError('The key is not JSON. Paste the whole file that Google Cloud has created.');
  }
  if (typeof key !== 'object' || key === null || Array.isArray(key))
    throw new SyntaxError('The key is not a JSON object. Paste the whole file that Google Cloud has created.');
  const { project_id, client_email, private_key } = key as Record<string, string>;
  return { type: 'service_account', project_id, client_email, private_key } as Credentials;
}

function sslOf({ tls, ca }: CredentialValues): true | { ca: string } | { verify: false } | undefined {
  if (tls === 'verified') return true;
  if (tls === 'private') return { ca: ca ?? '' };
  return tls === 'unverified' ? { verify: false } : undefined;
}
