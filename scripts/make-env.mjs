// `node scripts/make-env.mjs [file]`: writes .env from .env.example, with a random secret for each variable that has
// no value there. It does not change a file that exists, because its secrets may be in use.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const file = path.resolve(process.argv[2] ?? path.join(root, '.env'));
const example = readFileSync(path.join(root, '.env.example'), 'utf8');

/** 32 bytes. SECRETS_KEY is read as plain base64; the other secrets must also fit into a URL. */
const secret = (name) => randomBytes(32).toString(name === 'SECRETS_KEY' ? 'base64' : 'base64url');
const text = example.replace(/^([A-Z_]+)=$/gm, (_line, name) => `${name}=${secret(name)}`);

try {
  writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  console.log(`${file} holds new random secrets. Keep a copy of SECRETS_KEY in a safe place.`);
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
  console.error(`${file} exists already and was not changed.`);
  process.exit(1);
}
