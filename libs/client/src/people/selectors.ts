import { snakeCase } from '@tributary/contracts/rules/people/identifier-forms';
import type { UserIdentifier } from '../generated/types.gen.js';

export type SelectorKind = 'user_point_id' | 'email_hash' | 'user_agent_id' | 'user_account';

/** One way to read what was typed in. */
export interface Reading {
  kind: SelectorKind;
  /** As the API takes it, not percent-encoded: `email_hash=ab12…`. */
  selector: string;
}

/** The selector of the person that an identifier belongs to. */
export function selectorOf(identifier: UserIdentifier): string {
  switch (identifier.type) {
    case 'USER_ACCOUNT':
      return accountSelector(identifier.compartment_id, identifier.user_account_id).selector;
    case 'USER_EMAIL':
      return emailSelector(identifier.email_hash).selector;
    case 'USER_AGENT':
      return agentSelector(identifier.user_agent_id).selector;
  }
}

export const agentSelector = (id: string): Reading => ({ kind: 'user_agent_id', selector: `user_agent_id=${id}` });

export const emailSelector = (hash: string): Reading => ({ kind: 'email_hash', selector: `email_hash=${hash}` });

export const accountSelector = (compartment: string, account: string): Reading => ({
  kind: 'user_account',
  selector: `compartment_id=${compartment},user_account_id=${account}`,
});

/** The parts of a selector in the API's own syntax. Undefined for any other text. */
export function readSelector(text: string): Reading | undefined {
  const [, name = '', value = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  switch (snakeCase(name.trim())) {
    case 'user_point_id':
      return { kind: 'user_point_id', selector: value.trim().toLowerCase() };
    case 'email_hash':
      return emailSelector(value.trim());
    case 'user_agent_id':
      return agentSelector(value.trim());
    case 'compartment_id': {
      const [, compartment, account] = /^(.+?)[,/]\s*(?:user_account_id|userAccountId)=(.+)$/s.exec(value) ?? [];
      return compartment && account ? accountSelector(compartment.trim(), account.trim()) : undefined;
    }
    default:
      return undefined;
  }
}

/** An identifier in the words of the association and of import lines. */
export type DeclaredIdentifier =
  | { type: 'USER_ACCOUNT'; compartment_id: string; user_account_id: string }
  | { type: 'USER_EMAIL'; email_hash: string }
  | { type: 'USER_AGENT'; user_agent_id: string };

/** The identifier that a selector names. Undefined for the id of a user point, which is none. */
export function identifierOf(selector: string): DeclaredIdentifier | undefined {
  const [, name = '', value = ''] = /^([^=]+)=(.+)$/s.exec(selector) ?? [];
  if (name === 'email_hash') return { type: 'USER_EMAIL', email_hash: value };
  if (name === 'user_agent_id') return { type: 'USER_AGENT', user_agent_id: value };
  const [, compartment_id, user_account_id] = /^(.+?),user_account_id=(.+)$/s.exec(value) ?? [];
  if (name !== 'compartment_id' || !compartment_id || !user_account_id) return undefined;
  return { type: 'USER_ACCOUNT', compartment_id, user_account_id };
}
