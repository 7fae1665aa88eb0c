import { hash } from 'node:crypto';
import type { SecretsKeyring } from './secrets-keyring.js';

/** 6 bytes: of a million duplicates with another body, none is taken for the same by chance. */
const hexDigits = 12;

/** Hashes the JSON values of an activity without `$unique_key`, in any order of its keys. */
export type BodyHash = (activity: object) => string;

/** Keyed: without the secret of the platform, a hash in a dump cannot be compared with guessed bodies. */
export function bodyHashOf(keyring: SecretsKeyring): BodyHash {
  const [key = ''] = keyring.macs('activity-bodies');
  return (activity) => hash('sha256', key + membersOf(activity, '$unique_key'), 'hex').slice(0, hexDigits);
}

/** The activity is valid, so it is not nested too deeply. */
function canonical(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  return Array.isArray(value) ? `[${value.map(canonical).join()}]` : membersOf(value);
}

function membersOf(value: object, leftOut?: string): string {
  const members = value as Record<string, unknown>;
  let text = '{';
  for (const key of Object.keys(members).sort())
    if (key !== leftOut) text += `${quoted(key)}:${canonical(members[key])},`;
  return `${text}}`;
}

/** Characters that JSON escapes in a string. */
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/;

/** As `JSON.stringify`, which costs a quarter more of the whole hash, as a call for each string is slow. */
const quoted = (text: string) => (escaped.test(text) ? JSON.stringify(text) : `"${text}"`);
