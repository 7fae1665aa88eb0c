import { createHash } from 'node:crypto';
import { z } from 'zod';
import { normalAddress } from '../rules/email-address.js';
import { comparableHash } from '../rules/people/identifier-forms.js';
import { isJunk, junkAgentWord, junkWord, type JunkExceptions } from './junk.js';

/** The compartment of an account that names none (ADR 0004). */
export const defaultCompartment = 'default';

/** An identifier in its stored form: an e-mail as its hash, an account with its compartment. */
export const Identifier = z.discriminatedUnion('type', [
  z.object({ type: z.literal('USER_ACCOUNT'), compartment_id: z.string(), value: z.string() }),
  z.object({ type: z.literal('USER_EMAIL'), value: z.string() }),
  z.object({ type: z.literal('USER_AGENT'), value: z.string() }),
]);
export type Identifier = z.infer<typeof Identifier>;

/** Names an identifier of a datamart without revealing it: base64url of the first 16 bytes of a SHA-256. */
export const identifierDigest = (datamart_id: string, identifier: Identifier): string =>
  createHash('sha256')
    .update(`${datamart_id}|${identifierKey(identifier)}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url');

const strength = { USER_ACCOUNT: 0, USER_EMAIL: 1, USER_AGENT: 2 };

/** The identifier as text. Two texts are equal exactly when the identifiers are equal. */
export function identifierKey(identifier: Identifier): string {
  return identifier.type === 'USER_ACCOUNT'
    ? `${identifier.type}:${JSON.stringify(identifier.compartment_id)}:${identifier.value}`
    : `${identifier.type}:${identifier.value}`;
}

/** Removes duplicates and sorts the strongest first: accounts, then e-mails, then agents; stable within a type. */
export function byStrength(identifiers: Identifier[]): Identifier[] {
  if (identifiers.length < 2) return identifiers;
  const distinct = new Map(identifiers.map((identifier) => [identifierKey(identifier), identifier]));
  return [...distinct.values()].sort((a, b) => strength[a.type] - strength[b.type]);
}

/** White space around an identifier is no part of it. */
export const accountIdentifier = (value: string, compartment_id?: string | null): Identifier => ({
  type: 'USER_ACCOUNT',
  compartment_id: compartment_id?.trim() || defaultCompartment,
  value: value.trim(),
});

export const agentIdentifier = (value: string): Identifier => ({ type: 'USER_AGENT', value: value.trim() });

/** A hash with an `@` is an address that the client has not hashed. */
export const hashIdentifier = (hash: string): Identifier =>
  hash.includes('@') ? addressIdentifier(hash) : { type: 'USER_EMAIL', value: comparableHash(hash.trim()) };

export const addressIdentifier = (email: string): Identifier => ({ type: 'USER_EMAIL', value: emailHash(email) });

/** A hash and an address are two identifiers where they differ; junk is left out. */
export const emailIdentifiers = (
  hash?: string | null,
  email?: string | null,
  exceptions?: JunkExceptions,
): Identifier[] => [
  // A word with white space within is none of a hash, also if it is no junk in the datamart.
  ...(hash == null || isJunk(hash, exceptions) || hasWhiteSpace(hash.trim()) ? [] : [hashIdentifier(hash)]),
  ...(email == null || isJunk(email, exceptions) ? [] : [addressIdentifier(email)]),
];

/** `junkWord` of an identifier. */
export const junkWordOf = ({ type, value }: Identifier, exceptions?: JunkExceptions): string | undefined =>
  type === 'USER_AGENT' ? junkAgentWord(value, exceptions) : junkWord(value, exceptions);

export const isJunkIdentifier = (identifier: Identifier, exceptions?: JunkExceptions): boolean =>
  junkWordOf(identifier, exceptions) !== undefined;

/** How today's rules read an identifier that an older version has stored or sent; the same object if there is no difference. */
export function reread(identifier: Identifier): Identifier {
  const read = readAgain(identifier);
  const isSame = read.value === identifier.value && compartmentOf(read) === compartmentOf(identifier);
  return isSame ? identifier : read;
}

/** The compartment of an account; empty for other identifiers. */
export const compartmentOf = (identifier: Identifier): string =>
  identifier.type === 'USER_ACCOUNT' ? identifier.compartment_id : '';

/** Identifiers of a message as sent, and as today's rules read them where that differs: a person is erased by either. */
export const readings = (identifiers: readonly Identifier[]): Identifier[] =>
  identifiers.flatMap((identifier) => {
    const read = reread(identifier);
    return read === identifier ? [identifier] : [identifier, read];
  });

function readAgain(identifier: Identifier): Identifier {
  switch (identifier.type) {
    case 'USER_ACCOUNT':
      return accountIdentifier(identifier.value, identifier.compartment_id);
    case 'USER_EMAIL':
      return hashIdentifier(identifier.value);
    case 'USER_AGENT':
      return agentIdentifier(identifier.value);
  }
}

/** `reread` of the identifiers of a message, the strongest first. Junk is left out beside others; of junk alone the first stays. */
export function rereadAll(identifiers: Identifier[], exceptions?: JunkExceptions): Identifier[] {
  const read = identifiers.map(reread);
  const personal = read.filter((one) => !isJunkIdentifier(one, exceptions));
  const kept = personal.length > 0 ? personal : read.slice(0, 1);
  return kept.every((one, index) => one === identifiers[index]) && kept.length === identifiers.length
    ? identifiers
    : byStrength(kept);
}

/** SHA-256 of the trimmed, lower-cased address, as 64 lower-case hexadecimal digits. */
export const emailHash = (email: string) => createHash('sha256').update(normalAddress(email)).digest('hex');

export const hasWhiteSpace = (text: string) => /\s/.test(text);
