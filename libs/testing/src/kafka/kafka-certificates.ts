import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** A certificate authority of its own, made with openssl. */
export interface Authority {
  /** Its certificate, PEM. */
  ca: string;
  /** A key and the chain of a certificate for 127.0.0.1, localhost and these hosts, PEM. */
  issue(name: string, hosts?: string[]): Promise<{ key: string; cert: string }>;
}

/** @param directory where the files of the authority are written */
export async function createAuthority(directory: string, name = 'ca'): Promise<Authority> {
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: directory });
  const read = (file: string) => readFile(path.join(directory, file), 'utf8');
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2'];
  await openssl('req', '-x509', ...newKey, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.crt`);
  return {
    ca: await read(`${name}.crt`),
    issue: async (subject, hosts) => {
      const names = ['IP:127.0.0.1', 'DNS:localhost', ...(hosts ?? []).map((host) => `DNS:${host}`)].join();
      await openssl(
        'req',
        ...newKey.slice(0, 5),
        '-subj',
        `/CN=${subject}`,
        '-keyout',
        `${subject}.key`,
        '-out',
        `${subject}.csr`,
      );
      await writeFile(path.join(directory, `${subject}.ext`), `subjectAltName=${names}\n`);
      const signed = ['-CA', `${name}.crt`, '-CAkey', `${name}.key`, '-CAcreateserial', '-days', '2'];
      await openssl(
        'x509',
        '-req',
        '-in',
        `${subject}.csr`,
        ...signed,
        '-extfile',
        `${subject}.ext`,
        '-out',
        `${subject}.crt`,
      );
      return { key: await read(`${subject}.key`), cert: await read(`${subject}.crt`) };
    },
  };
}
