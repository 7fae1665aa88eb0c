import { badData, notFound } from '@tributary/contracts/errors';
import {
  isJunk,
  isJunkAgent,
  maxCompartmentLength,
  maxIdentifierLength,
  type Identifier,
} from '@tributary/contracts/identifier';
import type { Sought } from '../user-points/find-user-points.js';

export type UserPointSelector =
  | { by: 'user_point_id'; user_point_id: string }
  | { by: 'user_agent_id'; user_agent_id: string }
  | { by: 'user_account'; compartment_id: string; user_account_id: string }
  | { by: 'email_hash'; email_hash: string };

/** An account that a path names. */
export interface SelectedAccount {
  compartment_id: string;
  user_account_id: string;
}

/**
 * Reads the path segment that names a user point, in one of five forms. It is read as sent: a `,` or `=` that stands
 * percent-encoded belongs to an id.
 */
export function parseSelector(segment: string): UserPointSelector {
  // Without a bare `=` it is an id alone, or a client has encoded the whole segment at once.
  const text = segment.includes('=') ? segment : decode(segment);
  if (!text.includes('=')) return byUserPoint(text);
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  const id = text === segment ? decode(value) : value;
  switch (snakeCase(name)) {
    case 'user_point_id':
      return byUserPoint(id);
    case 'user_agent_id':
      return { by: 'user_agent_id', user_agent_id: agentId(id) };
    case 'email_hash':
      return { by: 'email_hash', email_hash: identifying('email_hash', id).toLowerCase() };
    case 'compartment_id':
      return byAccount(value, text === segment ? decode : asItIs);
    default:
      throw badData(`"${text.slice(0, 100)}" names no user point: ${forms}`);
  }
}

const forms =
  'expected <user_point_id>, user_point_id=, user_agent_id=, compartment_id=…,user_account_id=… or email_hash=';

/** The part after `compartment_id=`. Both ids may hold a bare `,` or `=`: what ends the first is the second's name. */
function byAccount(value: string, read: (text: string) => string): UserPointSelector {
  const parts = /^(.*?),(?:user_account_id|userAccountId)=(.*)$/s;
  // As sent first; some clients encode every comma, the one between the ids too.
  const [, compartment, account] = parts.exec(value)?.map(read) ?? parts.exec(read(value)) ?? [];
  if (compartment === undefined || account === undefined)
    throw badData('user_account_id: is required beside compartment_id');
  return {
    by: 'user_account',
    compartment_id: compartmentId(compartment),
    user_account_id: accountId(account),
  };
}

/** Reads a path segment `<name>=<id>`, `name` in snake case or camel case; the id is decoded. */
export function parseNamedSegment(segment: string, name: string): string {
  const text = segment.includes('=') ? segment : decode(segment);
  const end = text.indexOf('=');
  // Another name is another path, and there is none.
  if (end < 0 || snakeCase(text.slice(0, end)) !== name) throw notFound();
  const value = text.slice(end + 1);
  return text === segment ? decode(value) : value;
}

/** @throws BAD_REQUEST_DATA for what no account can be called */
export const accountId = (id: string) => identifying('user_account_id', id);

export function compartmentId(id: string): string {
  if (id === '') throw badData('compartment_id: must not be empty');
  if (id.length > maxCompartmentLength)
    throw badData(`compartment_id: must not exceed ${maxCompartmentLength} characters`);
  return id;
}

function agentId(id: string): string {
  if (isJunkAgent(id)) throw badData('user_agent_id: identifies nobody');
  return identifying('user_agent_id', id);
}

function identifying(name: string, id: string): string {
  if (isJunk(id)) throw badData(`${name}: identifies nobody`);
  if (id.length > maxIdentifierLength) throw badData(`${name}: must not exceed ${maxIdentifierLength} characters`);
  return id;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** User points have UUIDs: anything else is none of them. */
function byUserPoint(id: string): UserPointSelector {
  const user_point_id = id.toLowerCase();
  if (user_point_id === '') throw badData(`no user point is named: ${forms}`);
  if (!uuid.test(user_point_id)) throw notFound();
  return { by: 'user_point_id', user_point_id };
}

/** The signed reads spell it compartmentId, every other path compartment_id: each name may be written either way. */
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const asItIs = (text: string) => text;

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text);
    if (!decoded.includes('\0')) return decoded;
  } catch {
    // Neither percent-encoded nor UTF-8: refused below.
  }
  throw badData('the path holds what is no text: U+0000, or no percent-encoded UTF-8');
}

const emailDigest = /^[0-9a-f]{64}$/;

/**
 * What to look for. A hash that is no SHA-256 belongs to nobody: nothing is found by it, and nobody can be made with it.
 */
export function soughtBy(selector: UserPointSelector): Sought {
  switch (selector.by) {
    case 'user_point_id':
      return { user_point_id: selector.user_point_id };
    case 'user_agent_id':
      return { identifier: { type: 'USER_AGENT', value: selector.user_agent_id } };
    case 'email_hash':
      return { identifier: { type: 'USER_EMAIL', value: selector.email_hash } };
    case 'user_account':
      return { identifier: accountOf(selector) };
  }
}

export const accountOf = ({ compartment_id, user_account_id }: SelectedAccount): Identifier => ({
  type: 'USER_ACCOUNT',
  compartment_id,
  value: user_account_id,
});

/** For a write, which creates the user point of an unknown identifier. @throws BAD_REQUEST_DATA */
export function requireCreatable(selector: UserPointSelector): void {
  if (selector.by === 'email_hash' && !emailDigest.test(selector.email_hash))
    throw badData('email_hash: must be 64 hexadecimal digits');
}
