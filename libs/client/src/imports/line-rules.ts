import { isPlaceholder, isPlaceholderAgent, wordsOfPeople } from '@tributary/contracts/rules/junk-words';
import { isObject, type JsonObject } from '@tributary/contracts/rules/json/json-object';
import { uuidForm } from '@tributary/contracts/rules/people/identifier-forms';
import type { DocumentType } from './document-types.js';

/** An identifier of a line, by the name of its field. */
export interface FoundIdentifier {
  field: string;
  value: string;
}

export interface LineContent {
  identifiers: FoundIdentifier[];
  /** In words. The server has more rules. */
  problems: string[];
}

const fields = ['user_account_id', 'email_hash', 'user_agent_id'];
const fieldsOfTypes: Readonly<Record<string, readonly string[]>> = {
  USER_ACCOUNT: ['user_account_id'],
  USER_AGENT: ['user_agent_id'],
  USER_EMAIL: ['hash', 'email_hash', 'email'],
};

/** Checks the required fields of a line, and names its identifiers. */
export function checkLine(document_type: DocumentType, sent: JsonObject): LineContent {
  if (document_type === 'USER_ACTIVITY') return checkActivity(sent);
  const line = withoutDollars(sent);
  switch (document_type) {
    case 'USER_PROFILE':
      return checkOperation(line, checkProfile);
    case 'USER_SEGMENT':
      return checkOperation(line, checkSegment);
    case 'USER_CHOICE':
      return checkOperation(line, checkChoice);
    case 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS':
      return checkDeclared(line.identifiers, 'identifiers', '', 1);
    case 'USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS':
      return checkDeclared(line.identifiers, 'identifiers', '', 2);
    case 'USER_IDENTIFIERS_DELETION':
      return declared(line, '', '', 'erasable');
    case 'USER_POINTS_DELETION':
      return line.type === 'USER_POINT' ? checkPoint(line) : declared(line, '', '', 'erasable');
  }
}

/** The API's own spelling of a field is its name, too, at the top of a line and in its identifiers. */
function withoutDollars(line: JsonObject): JsonObject {
  const own = Object.fromEntries(Object.entries(line).map(([name, value]) => [name.replace(/^\$/, ''), value]));
  const { identifiers } = own;
  if (Array.isArray(identifiers))
    return { ...own, identifiers: identifiers.map((one: unknown) => (isObject(one) ? withoutDollars(one) : one)) };
  if (own.type !== undefined) return own;
  const email = isObject(own.email_hash) ? (own.email_hash.$hash ?? own.email_hash.$email) : own.email_hash;
  return { ...own, email_hash: email ?? line.$hash ?? line.$email };
}

function checkActivity(line: JsonObject): LineContent {
  const problems = isText(line.$type) ? [] : ['$type: is required'];
  const root = fields.flatMap((field) => found(field, line[`$${field}`]));
  const list =
    line.$user_identifiers == null ? undefined : checkDeclared(line.$user_identifiers, '$user_identifiers', '$', 0);
  const identifiers = [...root, ...(list?.identifiers ?? [])];
  problems.push(...(list?.problems ?? []));
  const hasEmail = isObject(line.$email_hash);
  if (identifiers.length === 0 && !hasEmail && problems.length === 0)
    problems.push('$user_identifiers: an identifier is required that is no placeholder such as "null" or all zeros');
  return { identifiers, problems };
}

/** Without an operation a line writes. UPSERT and UPDATE are one. */
function checkOperation(line: JsonObject, rest: (line: JsonObject) => string[]): LineContent {
  const isKnown = ['UPSERT', 'UPDATE', 'DELETE'].includes(textOf(line.operation ?? 'UPSERT').trim());
  const problems = isKnown ? [] : ['operation: must be UPSERT or DELETE'];
  const given = fields.filter((field) => line[field] != null);
  const identifiers = given.flatMap((field) => found(field, line[field]));
  if (identifiers.length !== 1)
    problems.push(
      given.length === 1
        ? `${given[0]}: is empty or a placeholder such as "null" or all zeros, and identifies no person`
        : `exactly one of ${fields.join(', ')} is required, and the line has ${identifiers.length}`,
    );
  return { identifiers, problems: [...problems, ...rest(line)] };
}

const checkProfile = ({ operation, user_profile }: JsonObject): string[] =>
  operation !== 'DELETE' && !isObject(user_profile) ? ['user_profile: must be an object'] : [];

const checkSegment = ({ segment_id, segment_technical_name }: JsonObject): string[] =>
  segment_id == null && segment_technical_name == null ? ['segment_id: is required, or segment_technical_name'] : [];

function checkChoice({ operation, user_choice }: JsonObject): string[] {
  if (!isObject(user_choice)) return ['user_choice: must be an object'];
  const problems: string[] = [];
  if (!isText(user_choice.$processing_id)) problems.push('user_choice.$processing_id: is required');
  if (operation === 'DELETE') return problems;
  if (!/^\d+$/.test(textOf(user_choice.$choice_ts)))
    problems.push('user_choice.$choice_ts: must be milliseconds since 1970');
  if (typeof user_choice.$choice_acceptance_value !== 'boolean')
    problems.push('user_choice.$choice_acceptance_value: must be true or false');
  return problems;
}

function checkDeclared(list: unknown, name: string, prefix: string, least: number): LineContent {
  if (!Array.isArray(list)) return { identifiers: [], problems: [`${name}: must be a list`] };
  const each = list.map((one: unknown, index) => declared(one, prefix, `${name}[${index}].`, 'leftOut'));
  const identifiers = each.flatMap((one) => one.identifiers);
  const problems = each.flatMap((one) => one.problems);
  if (identifiers.length < least && problems.length === 0)
    problems.push(
      `${name}: needs at least ${least}, beside those that are empty or placeholders such as "null" or all zeros`,
    );
  return { identifiers, problems };
}

/**
 * An identifier with its type. The server leaves junk out among others. Older versions have stored some, which a deletion may
 * name: there only an empty one is a problem.
 */
function declared(value: unknown, prefix: string, path: string, junk: 'leftOut' | 'erasable'): LineContent {
  if (!isObject(value)) return { identifiers: [], problems: [`${path.slice(0, -1)}: must be an object`] };
  const type = textOf(value[`${prefix}type`]);
  const names = fieldsOfTypes[type];
  if (!names)
    return { identifiers: [], problems: [`${path}${prefix}type: must be USER_ACCOUNT, USER_AGENT or USER_EMAIL`] };
  const given = names.filter((name) => value[prefix + name] != null);
  const identifiers = given.flatMap((name) => found(name, value[prefix + name])).slice(0, 1);
  if (given.length === 0)
    return { identifiers, problems: [`${path}${prefix}${names.join(` or ${prefix}`)}: is required`] };
  const isEmpty = given.every((name) => textOf(value[prefix + name]).trim() === '');
  return {
    identifiers,
    problems: isEmpty && junk === 'erasable' ? [`${path}${given[0]}: is empty, and identifies no person`] : [],
  };
}

function checkPoint({ user_point_id }: JsonObject): LineContent {
  const value = textOf(user_point_id);
  return uuidForm.test(value)
    ? { identifiers: [{ field: 'user_point_id', value }], problems: [] }
    : { identifiers: [], problems: ['user_point_id: must be a UUID'] };
}

/** Without the words that are names in some datamarts. The server knows more placeholders: these words, and hashes. */
function found(field: string, value: unknown): FoundIdentifier[] {
  const text = textOf(value).trim();
  const isJunk = field === 'user_agent_id' ? isPlaceholderAgent : isPlaceholder;
  return isJunk(text, wordsOfPeople) ? [] : [{ field, value: text }];
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const isText = (value: unknown): boolean => textOf(value) !== '';
