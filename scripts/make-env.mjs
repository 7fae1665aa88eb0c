// `node scripts/make-env.mjs [file]`: writes .env from .env.example, with a random secret for each variable that has
// no value there. To a file that exists it adds the secrets that the file lacks, those of a newer version. It changes no value,
// because it may be in use.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const file = path.resolve(process.argv[2] ?? path.join(root, '.env'));
const example = readFileSync(path.join(root, '.env.example'), 'utf8');

/** Both keys in DER, as `tributary gateway make-keys` prints them. */
const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  publicKeyEncoding: { type: 'spki', format: 'der' },
});
const pair = { GATEWAY_PRIVATE_KEY: privateKey.toString('base64'), GATEWAY_PUBLIC_KEY: publicKey.toString('base64') };
/** 32 bytes. SECRETS_KEY is read as plain base64; the other secrets must also fit into a URL. */
const secret = (name) => pair[name] ?? randomBytes(32).toString(name === 'SECRETS_KEY' ? 'base64' : 'base64url');
const line = (name) => `${name}=${secret(name)}`;
const required = [...example.matchAll(/^([A-Z_]+)=$/gm)].map(([, name]) => name);

if (existsSync(file)) complete(readFileSync(file, 'utf8'));
else {
  const text = example.replace(/^([A-Z_]+)=$/gm, (_line, name) => line(name));
  writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  console.log(`${file} holds new random secrets. Keep a copy of SECRETS_KEY in a safe place.`);
}

/** Adds what the file of an older version lacks. The two keys of a pair belong together: half of one is refused. */
function complete(text) {
  const lacks = (name) => !new RegExp(`^(export )?${name}=.`, 'm').test(text);
  const missing = required.filter(lacks);
  if (missing.length === 0) fail(`${file} exists already, lacks nothing, and was not changed.`);
  const [half, ...others] = Object.keys(pair).filter(lacks);
  if (half && others.length === 0)
    fail(`${file} has one key of a pair without ${half}: remove it, or add the other one.`);
  const kept = text.replace(new RegExp(`^(${missing.join('|')})=[^\\S\\n]*\\n?`, 'gm'), '');
  writeFileSync(file, `${kept.replace(/\n*$/, '\n')}${missing.map(line).join('\n')}\n`);
  console.log(`${file} has got ${missing.join(', ')}.`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
