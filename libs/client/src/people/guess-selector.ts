import { normalAddress } from '@tributary/contracts/rules/email-address';
import { agentForm, sha256Form } from '@tributary/contracts/rules/people/identifier-forms';
import {
  accountSelector,
  agentSelector,
  emailSelector,
  readSelector,
  type Reading,
  type SelectorKind,
} from './selectors.js';

export interface Guess extends Reading {
  /** False if the text may as well be one of `others`: the user has to choose. */
  isCertain: boolean;
  /** Other readings of the text. */
  others: readonly Reading[];
}

/** In the words of the page: what a text was taken for. */
export const kindNames: Record<SelectorKind, string> = {
  user_point_id: 'user point id',
  email_hash: 'e-mail address',
  user_account: 'account',
  user_agent_id: 'user agent id',
};

/** An e-mail address cannot be hashed: browsers offer SHA-256 only to pages from https or localhost. */
export class CannotHashEmail extends Error {
  constructor() {
    super(
      'This page was not loaded over https, so that the browser cannot hash the e-mail address. Paste its SHA-256 ' +
        '(of the trimmed, lower-cased address), or write compartment/address if it is an account id.',
    );
  }
}

/**
 * Guesses which user point a text names: an e-mail address (hashed here: it never leaves the browser), a hash of one, a user
 * point id, a selector of the API, `compartment/account`, or else a user agent id or an account of the default compartment.
 *
 * @returns undefined for a text without a name in it
 * @throws CannotHashEmail
 */
export async function guessSelector(text: string): Promise<Guess | undefined> {
  const typed = text.trim();
  if (typed === '') return undefined;
  const written = readSelector(typed);
  if (written) return { ...written, isCertain: true, others: [] };
  const fallbacks = [agentSelector(typed), accountSelector(defaultCompartment, typed)];
  const [best, ...others] = [...(await certainReadings(typed)), ...fallbacks];
  if (!best) return undefined;
  return { ...best, isCertain: others.length >= fallbacks.length || agentForm.test(typed), others };
}

const defaultCompartment = 'default';
const isEmail = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/;
// Other UUIDs are ids of devices or accounts: the platform makes those of user points in version 7.
const isUserPointId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

async function certainReadings(typed: string): Promise<Reading[]> {
  if (isUserPointId.test(typed)) return [{ kind: 'user_point_id', selector: typed.toLowerCase() }];
  if (sha256Form.test(typed)) return [emailSelector(typed.toLowerCase())];
  if (isEmail.test(typed)) return [emailSelector(await hashEmail(typed))];
  const [, compartment = '', account = ''] = /^([^/]+)\/(.+)$/s.exec(typed) ?? [];
  return account !== '' && !agentForm.test(typed) ? [accountSelector(compartment.trim(), account.trim())] : [];
}

/** The hash under which the platform knows an address. @throws CannotHashEmail */
export async function hashEmail(email: string): Promise<string> {
  const { subtle } = globalThis.crypto;
  // Not in the types: absent from pages that were loaded over plain http.
  if (!(subtle as SubtleCrypto | undefined)) throw new CannotHashEmail();
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(normalAddress(email)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
