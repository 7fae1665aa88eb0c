import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const parsers = {
  'PEM certificate': (pem: string) => new X509Certificate(pem),
  'PEM private key without a passphrase': (pem: string) => createPrivateKey(pem),
};

/** @param value a path or PEM */
export const readPem = (value: string) => (value.includes('-----BEGIN') ? value : readFileSync(value, 'utf8'));

/** Why the value, a path or PEM, cannot be used. Messages of our own, because those of OpenSSL could quote the value. */
export function pemProblem(value: string, kind: keyof typeof parsers): string | undefined {
  let pem: string;
  try {
    pem = readPem(value);
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code}); it must be a path or PEM`;
  }
  try {
    parsers[kind](pem);
    return undefined;
  } catch {
    return `is no ${kind}`;
  }
}
