import { createHash } from 'node:crypto';
import { z } from 'zod';

/** The compartment of an account that names none (ADR 0004). */
export const defaultCompartment = 'default';

/** Longest identifier and compartment, in UTF-16 units: both stand in one index row of PostgreSQL (2,704 bytes at most). */
export const maxIdentifierLength = 512;
export const maxCompartmentLength = 128;

/** An identifier as the platform stores and compares it: the e-mail as its lower-case SHA-256, the compartment filled in. */
export const Identifier = z.discriminatedUnion('type', [
  z.object({ type: z.literal('USER_ACCOUNT'), compartment_id: z.string(), value: z.string() }),
  z.object({ type: z.literal('USER_EMAIL'), value: z.string() }),
  z.object({ type: z.literal('USER_AGENT'), value: z.string() }),
]);
export type Identifier = z.infer<typeof Identifier>;

const strength = { USER_ACCOUNT: 0, USER_EMAIL: 1, USER_AGENT: 2 };

/** One text per identifier: equal exactly when the identifiers are. */
export function identifierKey(identifier: Identifier): string {
  return identifier.type === 'USER_ACCOUNT'
    ? `${identifier.type}:${JSON.stringify(identifier.compartment_id)}:${identifier.value}`
    : `${identifier.type}:${identifier.value}`;
}

/** Without duplicates, the strongest first: account, then e-mail, then agent; within a type in the order given. */
export function byStrength(identifiers: Identifier[]): Identifier[] {
  const distinct = new Map(identifiers.map((identifier) => [identifierKey(identifier), identifier]));
  return [...distinct.values()].sort((a, b) => strength[a.type] - strength[b.type]);
}

/** Values that trackers send when they know nobody; joining on one would merge strangers. */
export const isJunk = (value: string) => /^\s*(null|undefined|0[0-]*)?\s*$/i.test(value);

/** Agents are written in parts, `mob:ios:raw:<ad id>`, of which the last one identifies. */
export const isJunkAgent = (value: string) => isJunk(value.slice(value.lastIndexOf(':') + 1));

/** SHA-256 of the trimmed, lower-cased address, as 64 lower-case hexadecimal digits. */
export const emailHash = (email: string) => createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
