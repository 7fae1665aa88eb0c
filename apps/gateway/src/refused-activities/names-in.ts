import {
  accountIdentifier,
  addressIdentifier,
  agentIdentifier,
  hashIdentifier,
  identifierDigest,
  identifierKey,
  type Identifier,
} from '@tributary/contracts/tracking/identifier';
import { maxKeptNames } from '@tributary/contracts/refusals/refused-activity';

/** Found only in a text that may not be parsed. */
const members = /"\$?(user_account_id|user_agent_id|hash|compartment_id)"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)/g;

/**
 * The digests of all identifiers and addresses in a refused body, so that an erasure finds it. The body breaks some rule of
 * an activity: a member that names an identifier counts anywhere, with or without its `$`. There is at most one more than
 * `maxKeptNames`.
 */
export function namesIn(datamart_id: string, text: string, json: unknown): string[] {
  const names = new Names();
  if (json === undefined) names.addText(text);
  else names.addValue(json);
  return [...names.found.values()].map((identifier) => identifierDigest(datamart_id, identifier));
}

class Names {
  readonly found = new Map<string, Identifier>();

  addValue(value: unknown): void {
    if (this.found.size > maxKeptNames) return;
    if (typeof value === 'string') return this.addAddresses(value);
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) this.addMembers(value as Record<string, unknown>);
    for (const [key, member] of Object.entries(value)) {
      if (!Array.isArray(value)) this.addAddresses(key);
      this.addValue(member);
    }
  }

  /** A text that is no JSON. */
  addText(text: string): void {
    this.addAddresses(text);
    const values = Array.from(
      text.matchAll(members),
      ([, name = '', literal = '']) => [name, valueOf(literal)] as const,
    );
    const compartments = values.filter(([name]) => name === 'compartment_id').map(([, value]) => value);
    for (const [name, value] of values) {
      if (name === 'user_agent_id') this.add(agentIdentifier(value));
      if (name === 'hash') this.add(hashIdentifier(value));
      if (name !== 'user_account_id') continue;
      this.add(accountIdentifier(value));
      for (const compartment of compartments.slice(0, maxCompartments)) this.add(accountIdentifier(value, compartment));
    }
  }

  private addMembers(object: Record<string, unknown>): void {
    const read = (name: string) => textOf(object[`$${name}`]) ?? textOf(object[name]);
    const [account, agent] = [read('user_account_id'), read('user_agent_id')];
    if (account !== undefined) this.add(accountIdentifier(account, read('compartment_id')));
    if (agent !== undefined) this.add(agentIdentifier(agent));
    for (const hash of [read('hash'), read('email_hash')]) if (hash !== undefined) this.add(hashIdentifier(hash));
    const address = read('email');
    if (address !== undefined) this.add(addressIdentifier(address));
  }

  /** An address may be encoded for a URL. */
  private addAddresses(text: string): void {
    if (!text.includes('@') && !text.includes('%40')) return;
    for (const { index, 0: at } of text.matchAll(/@|%40/g)) {
      const before = /[\p{L}\p{N}._%+'-]+$/u.exec(text.slice(Math.max(index - maxLocal, 0), index))?.[0];
      const end = index + at.length;
      const after = /^[\p{L}\p{N}.-]*[\p{L}\p{N}]/u.exec(text.slice(end, end + maxDomain))?.[0];
      if (before && after) this.add(addressIdentifier(`${before}@${after}`));
      if (this.found.size > maxKeptNames) return;
    }
  }

  private add(identifier: Identifier): void {
    if (this.found.size <= maxKeptNames && identifier.value !== '')
      this.found.set(identifierKey(identifier), identifier);
  }
}

/** Characters of an address before and after its `@`. */
const [maxLocal, maxDomain] = [64, 255];
const maxCompartments = 10;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

function valueOf(literal: string): string {
  try {
    return String(JSON.parse(literal.startsWith('"') ? literal : `"${literal}"`));
  } catch {
    return literal;
  }
}
