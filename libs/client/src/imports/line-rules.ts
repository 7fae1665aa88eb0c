import type { DocumentType } from './document-types.js';

export type JsonObject = Readonly<Record<string, unknown>>;

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

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks the required fields of a line, and names its identifiers. */
export function checkLine(document_type: DocumentType, line: JsonObject): LineContent {
  switch (document_type) {
    case 'USER_ACTIVITY':
      return checkActivity(line);
    case 'USER_PROFILE':
      return checkOperation(line, ['UPSERT', 'DELETE'], checkProfile);
    case 'USER_SEGMENT':
      return checkOperation(line, ['UPDATE', 'DELETE'], checkSegment);
    case 'USER_CHOICE':
      return checkOperation(line, ['UPSERT', 'DELETE'], checkChoice);
    case 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS':
      return checkDeclared(line.identifiers, 'identifiers', '', 1);
    case 'USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS':
      return checkDeclared(line.identifiers, 'identifiers', '', 2);
    case 'USER_IDENTIFIERS_DELETION':
      return declared(line, '', '');
    case 'USER_POINTS_DELETION':
      return line.type === 'USER_POINT' ? checkPoint(line) : declared(line, '', '');
  }
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
    problems.push('$user_identifiers: an identifier is required that is not empty, "null", "undefined" or all zeros');
  return { identifiers, problems };
}

function checkOperation(line: JsonObject, operations: string[], rest: (line: JsonObject) => string[]): LineContent {
  const problems = operations.includes(String(line.operation)) ? [] : [`operation: must be ${operations.join(' or ')}`];
  const given = fields.filter((field) => line[field] != null);
  const identifiers = given.flatMap((field) => found(field, line[field]));
  if (identifiers.length !== 1)
    problems.push(
      given.length === 1
        ? `${given[0]}: is empty, "null", "undefined" or all zeros, and identifies no person`
        : `exactly one of ${fields.join(', ')} is required, and the line has ${identifiers.length}`,
    );
  return { identifiers, problems: [...problems, ...rest(line)] };
}

const checkProfile = ({ operation, user_profile }: JsonObject): string[] =>
  operation === 'UPSERT' && !isObject(user_profile) ? ['user_profile: must be an object'] : [];

const checkSegment = ({ segment_id, segment_technical_name }: JsonObject): string[] =>
  segment_id == null && segment_technical_name == null ? ['segment_id: is required, or segment_technical_name'] : [];

function checkChoice({ operation, user_choice }: JsonObject): string[] {
  if (!isObject(user_choice)) return ['user_choice: must be an object'];
  const problems: string[] = [];
  if (!isText(user_choice.$processing_id)) problems.push('user_choice.$processing_id: is required');
  if (operation !== 'UPSERT') return problems;
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
    problems.push(`${name}: needs at least ${least}, beside those that are empty, "null", "undefined" or all zeros`);
  return { identifiers, problems };
}

/** An identifier with its type. Junk among others is left out by the server; alone it is a problem. */
function declared(value: unknown, prefix: string, path: string, junk: 'leftOut' | 'problem' = 'problem'): LineContent {
  if (!isObject(value)) return { identifiers: [], problems: [`${path.slice(0, -1)}: must be an object`] };
  const type = textOf(value[`${prefix}type`]);
  const names = fieldsOfTypes[type];
  if (!names)
    return { identifiers: [], problems: [`${path}${prefix}type: must be USER_ACCOUNT, USER_AGENT or USER_EMAIL`] };
  const given = names.filter((name) => value[prefix + name] != null);
  const identifiers = given.flatMap((name) => found(name, value[prefix + name])).slice(0, 1);
  if (given.length === 0)
    return { identifiers, problems: [`${path}${prefix}${names.join(` or ${prefix}`)}: is required`] };
  const isJunkAlone = identifiers.length === 0 && junk === 'problem';
  return {
    identifiers,
    problems: isJunkAlone
      ? [`${path}${given[0]}: is empty, "null", "undefined" or all zeros, and identifies no person`]
      : [],
  };
}

function checkPoint({ user_point_id }: JsonObject): LineContent {
  const value = textOf(user_point_id);
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
  return isId
    ? { identifiers: [{ field: 'user_point_id', value }], problems: [] }
    : { identifiers: [], problems: ['user_point_id: must be a UUID'] };
}

/** Placeholders that trackers send without an identifier; of an agent only its last part counts. */
function found(field: string, value: unknown): FoundIdentifier[] {
  const text = textOf(value);
  const identifying = field === 'user_agent_id' ? text.slice(text.lastIndexOf(':') + 1) : text;
  return /^(null|undefined|0[0-]*)?$/i.test(identifying.trim()) ? [] : [{ field, value: text }];
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const isText = (value: unknown): boolean => textOf(value) !== '';
