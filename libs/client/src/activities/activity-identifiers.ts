import { isObject } from '@tributary/contracts/rules/json/json-object';
import { ExactNumber } from '../exact-json.js';
import { hashEmail } from '../people/guess-selector.js';
import { accountSelector, agentSelector, emailSelector } from '../people/selectors.js';

/** An identifier that an activity carries. */
export type ActivityIdentifier =
  | { kind: 'account'; compartment: string; account: string }
  | { kind: 'email'; hash?: string; email?: string }
  | { kind: 'agent'; agent: string };

/** All identifiers of an activity, in `$user_identifiers` or in the older fields of its root. The strongest first. */
export function identifiersOf(activity: Readonly<Record<string, unknown>>): ActivityIdentifier[] {
  const listed = activity['$user_identifiers'];
  const sources = [...(Array.isArray(listed) ? (listed as unknown[]) : []), rootAccount(activity), rootAgent(activity)];
  const emails = [activity['$email_hash']].filter(isObject).map((value) => ({ ...value, $type: 'USER_EMAIL' }));
  const read = [...sources, ...emails].filter(isObject).flatMap(readIdentifier);
  const distinct = new Map(read.map((identifier) => [labelOf(identifier), identifier]));
  return [...distinct.values()].sort((one, other) => strength.indexOf(one.kind) - strength.indexOf(other.kind));
}

const strength: readonly ActivityIdentifier['kind'][] = ['account', 'email', 'agent'];

const rootAccount = ({ $user_account_id, $compartment_id }: Readonly<Record<string, unknown>>) => ({
  $type: 'USER_ACCOUNT',
  $user_account_id,
  $compartment_id,
});
const rootAgent = ({ $user_agent_id }: Readonly<Record<string, unknown>>) => ({ $type: 'USER_AGENT', $user_agent_id });

function readIdentifier(value: Record<string, unknown>): ActivityIdentifier[] {
  const { $type, $user_account_id, $compartment_id, $hash, $email, $user_agent_id } = value;
  const account = textOf($user_account_id);
  const agent = textOf($user_agent_id);
  if ($type === 'USER_ACCOUNT' && account !== undefined)
    return [{ kind: 'account', compartment: textOf($compartment_id) ?? 'default', account }];
  if ($type === 'USER_AGENT' && agent !== undefined) return [{ kind: 'agent', agent }];
  const [hash, email] = [textOf($hash), textOf($email)];
  if ($type !== 'USER_EMAIL' || (hash === undefined && email === undefined)) return [];
  return [{ kind: 'email', ...(hash !== undefined && { hash }), ...(email !== undefined && { email }) }];
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'number' || value instanceof ExactNumber || (typeof value === 'string' && value !== '')
    ? String(value)
    : undefined;

/** As a person reads it. */
export function labelOf(identifier: ActivityIdentifier): string {
  if (identifier.kind === 'account') return `${identifier.compartment}/${identifier.account}`;
  return identifier.kind === 'agent' ? identifier.agent : (identifier.email ?? identifier.hash ?? '');
}

/** The selector of the person, for the API. @throws CannotHashEmail */
export async function selectorOfIdentifier(identifier: ActivityIdentifier): Promise<string> {
  if (identifier.kind === 'account') return accountSelector(identifier.compartment, identifier.account).selector;
  if (identifier.kind === 'agent') return agentSelector(identifier.agent).selector;
  return emailSelector(identifier.hash ?? (await hashEmail(identifier.email ?? ''))).selector;
}
