import 'reflect-metadata'; // @peculiar/x509 requires it to be loaded first
import { KeyObject, webcrypto } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BasicConstraintsExtension, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

/** A certificate authority of its own. */
export interface Authority {
  /** Its certificate, PEM. */
  ca: string;
  /** A key and the chain of a certificate for 127.0.0.1, localhost and these hosts, PEM. */
  issue(name: string, hosts?: string[]): Promise<{ key: string; cert: string }>;
}

const newKeys = () => webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);

/** @param directory where the files of the authority are written: `<name>.key` and `<name>.crt`, PEM */
export async function createAuthority(directory: string, name = 'ca'): Promise<Authority> {
  const keys = await newKeys();
  const isAuthority = new BasicConstraintsExtension(true, undefined, true);
  const own = await X509CertificateGenerator.createSelfSigned({ name: `CN=${name}`, keys, extensions: [isAuthority] });
  const { cert: ca } = await writePair(directory, name, keys.privateKey, own.toString('pem'));
  return {
    ca,
    issue: async (subject, hosts = []) => {
      const { publicKey, privateKey } = await newKeys();
      const dns = ['localhost', ...hosts].map((value) => ({ type: 'dns', value }) as const);
      const certificate = await X509CertificateGenerator.create({
        subject: `CN=${subject}`,
        issuer: own.subject,
        publicKey,
        signingKey: keys.privateKey,
        extensions: [new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }, ...dns])],
      });
      return writePair(directory, subject, privateKey, certificate.toString('pem'));
    },
  };
}

async function writePair(directory: string, name: string, privateKey: webcrypto.CryptoKey, certificate: string) {
  const key = KeyObject.from(privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
  const cert = `${certificate}\n`;
  await writeFile(path.join(directory, `${name}.key`), key, { mode: 0o600 });
  await writeFile(path.join(directory, `${name}.crt`), cert);
  return { key, cert };
}
