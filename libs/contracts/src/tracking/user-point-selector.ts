import { maxCompartmentLength, maxHashLength, maxIdentifierLength } from '../rules/identifier-lengths.js';
import { badData, notFound } from '../errors.js';
import type { JunkExceptions } from './junk.js';
import { comparableHash, snakeCase, uuidForm } from '../rules/people/identifier-forms.js';
import { hashIdentifier, hasWhiteSpace, isJunkIdentifier, type Identifier } from './identifier.js';

export type UserPointSelector =
  | { by: 'user_point_id'; user_point_id: string }
  | { by: 'user_agent_id'; user_agent_id: string }
  | { by: 'user_account'; compartment_id: string; user_account_id: string }
  | { by: 'email_hash'; email_hash: string };

/** An account in a path. */
export interface SelectedAccount {
  compartment_id: string;
  user_account_id: string;
}

/**
 * Parses the path segment that selects a user point, in one of five forms. The segment is as sent: a percent-encoded `,` or
 * `=` is part of an id. The identifier may be junk (`isJunkSelector`).
 *
 * @param read the identifier of the text in the path; for an erasure that of an older version (`asOlder`)
 */
export function parseSelector(segment: string, read: Reading = asNow): UserPointSelector {
  // Without a bare `=` it is only an id, or the client has encoded the whole segment.
  const text = segment.includes('=') ? segment : decode(segment);
  if (!text.includes('=')) return byUserPoint(text);
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  const id = text === segment ? decode(value) : value;
  switch (snakeCase(name)) {
    case 'user_point_id':
      return byUserPoint(id);
    case 'user_agent_id':
      return { by: 'user_agent_id', user_agent_id: identifying('user_agent_id', read.text(id)) };
    case 'email_hash':
      return { by: 'email_hash', email_hash: emailHash(id, read) };
    case 'compartment_id':
      return byAccount(value, text === segment ? decode : unchanged, read);
    default:
      throw badData(`"${text.slice(0, 100)}" names no user point: ${forms}`);
  }
}

/** How the text of an identifier is read. */
export interface Reading {
  text: (sent: string) => string;
  hash: (text: string) => string;
}

/** White space around an identifier is no part of it, and a hash with an `@` is an address. */
const asNow: Reading = { text: (sent) => sent.trim(), hash: (text) => hashIdentifier(text).value };

/** Identifiers that were stored before these rules: they can still be erased. */
export const asOlder: Reading = {
  text: (sent) => (sent.length > maxIdentifierLength ? sent.trim() : sent),
  hash: comparableHash,
};

const forms =
  'expected <user_point_id>, user_point_id=, user_agent_id=, compartment_id=…,user_account_id=… or email_hash=';

/** Parses the part after `compartment_id=`. Both ids may contain a bare `,` or `=`: the name of the second ends the first. */
function byAccount(value: string, decoded: (text: string) => string, { text }: Reading): UserPointSelector {
  const parts = /^(.*?),(?:user_account_id|userAccountId)=(.*)$/s;
  // First as sent. Some clients encode every comma, also the one between the ids.
  const [, compartment, account] = parts.exec(value)?.map(decoded) ?? parts.exec(decoded(value)) ?? [];
  if (compartment === undefined || account === undefined)
    throw badData('user_account_id: is required beside compartment_id');
  return {
    by: 'user_account',
    compartment_id: compartmentId(text(compartment)),
    user_account_id: accountId(text(account)),
  };
}

/** Parses the two path segments of an account, `compartment_id=<id>/user_account_id=<id>`. */
export function parseAccountSegments(compartment: string, account: string): UserPointSelector {
  const compartment_id = readNamedSegment(compartment, 'compartment_id');
  const user_account_id = readNamedSegment(account, 'user_account_id');
  if (compartment_id === undefined || user_account_id === undefined)
    throw badData('two path segments name no user point: expected compartment_id=…/user_account_id=…');
  return {
    by: 'user_account',
    compartment_id: compartmentId(asNow.text(compartment_id)),
    user_account_id: accountId(asNow.text(user_account_id)),
  };
}

/** Parses a path segment `<name>=<id>`, with the name in snake case or camel case, and decodes the id. */
export function parseNamedSegment(segment: string, name: string): string {
  const value = readNamedSegment(segment, name);
  // With another name it is a path that does not exist.
  if (value === undefined) throw notFound();
  return value;
}

/** Undefined with another name. */
function readNamedSegment(segment: string, name: string): string | undefined {
  const text = segment.includes('=') ? segment : decode(segment);
  const end = text.indexOf('=');
  if (end < 0 || snakeCase(text.slice(0, end)) !== name) return undefined;
  const value = text.slice(end + 1);
  return text === segment ? decode(value) : value;
}

/** @throws BAD_REQUEST_DATA for an invalid account id */
export const accountId = (id: string) => identifying('user_account_id', id);

export function compartmentId(id: string): string {
  if (id === '') throw badData('compartment_id: must not be empty');
  if (id.length > maxCompartmentLength)
    throw badData(`compartment_id: must not exceed ${maxCompartmentLength} characters`);
  return id;
}

function emailHash(id: string, read: Reading): string {
  const hash = identifying('email_hash', id.trim(), maxHashLength);
  const identifier = hashIdentifier(hash);
  if (hasWhiteSpace(hash) && !isJunkIdentifier(identifier)) throw badData('email_hash: must not contain white space');
  return read.hash(hash);
}

function identifying(name: string, id: string, maxLength = maxIdentifierLength): string {
  if (id.length > maxLength) throw badData(`${name}: must not exceed ${maxLength} characters`);
  return id;
}

/** Whether the selector names no person: nothing is read or written under junk, but what was stored under it can be erased. */
export const isJunkSelector = (selector: UserPointSelector, exceptions?: JunkExceptions): boolean =>
  selector.by !== 'user_point_id' && isJunkIdentifier(identifierOf(selector), exceptions);

/** User point ids are UUIDs; any other id is not found. */
function byUserPoint(id: string): UserPointSelector {
  const user_point_id = id.toLowerCase();
  if (user_point_id === '') throw badData(`no user point is named: ${forms}`);
  if (!uuidForm.test(user_point_id)) throw notFound();
  return { by: 'user_point_id', user_point_id };
}

const unchanged = (text: string) => text;

/** The text of a path segment, or of a part of it. @throws BAD_REQUEST_DATA */
export function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text);
    if (!decoded.includes('\0')) return decoded;
  } catch {
    // Invalid percent-encoding or UTF-8: refused below.
  }
  throw badData('the path holds what is no text: U+0000, or no percent-encoded UTF-8');
}

/** The identifier that a selector names, unless it names a user point. */
export function identifierOf(selector: Exclude<UserPointSelector, { by: 'user_point_id' }>): Identifier {
  switch (selector.by) {
    case 'user_agent_id':
      return { type: 'USER_AGENT', value: selector.user_agent_id };
    case 'email_hash':
      return { type: 'USER_EMAIL', value: selector.email_hash };
    case 'user_account':
      return accountOf(selector);
  }
}

export const accountOf = ({ compartment_id, user_account_id }: SelectedAccount): Identifier => ({
  type: 'USER_ACCOUNT',
  compartment_id,
  value: user_account_id,
});

/** An identifier as a selector, not percent-encoded. */
export function selectorText(identifier: Identifier): string {
  switch (identifier.type) {
    case 'USER_ACCOUNT':
      return `compartment_id=${identifier.compartment_id},user_account_id=${identifier.value}`;
    case 'USER_EMAIL':
      return `email_hash=${identifier.value}`;
    case 'USER_AGENT':
      return `user_agent_id=${identifier.value}`;
  }
}
