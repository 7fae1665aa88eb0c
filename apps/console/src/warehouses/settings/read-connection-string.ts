import type { CredentialValues } from './build-credentials.js';

const tlsOfMode: Readonly<Record<string, string>> = {
  disable: 'off',
  allow: 'off',
  prefer: 'unverified',
  require: 'unverified',
  'verify-ca': 'verified',
  'verify-full': 'verified',
};

/**
 * The fields of `postgres://user:password@host:port/database?sslmode=…`, or of `host=… user=…`; what it does not name is left
 * out. Undefined for any other text.
 */
export function readConnectionString(text: string): CredentialValues | undefined {
  const trimmed = text.trim();
  if (/^postgres(ql)?:\/\//.test(trimmed)) return readUrl(trimmed);
  const pairs = [...trimmed.matchAll(/(\w+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|(\S+))/g)];
  const named = new Map(pairs.map(([, name, quoted, plain]) => [name, quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '']));
  if (!named.has('host')) return undefined;
  return present({
    host: named.get('host'),
    port: named.get('port'),
    user: named.get('user'),
    password: named.get('password'),
    database: named.get('dbname'),
    tls: tlsOfMode[named.get('sslmode') ?? ''],
  });
}

function readUrl(text: string): CredentialValues | undefined {
  try {
    const url = new URL(text);
    return present({
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port || '5432',
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)),
      tls: tlsOfMode[url.searchParams.get('sslmode') ?? ''],
    });
  } catch {
    return undefined;
  }
}

const present = (values: Record<string, string | undefined>): CredentialValues =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])));
