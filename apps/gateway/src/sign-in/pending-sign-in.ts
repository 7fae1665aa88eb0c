import type { IncomingHttpHeaders } from 'node:http';
import type { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { z } from 'zod';
import { cookieNames, nameCookie, readCookie, writeCookie } from './cookies.js';

/** How long a person may take at the provider. */
const pendingMs = 10 * 60_000;

/** Most sign-ins that a browser has begun and not ended, one in each tab. */
const maxPending = 5;

const context = 'sign-in';

/** A sign-in that waits for the answer of the provider. Only the browser that began it has it, sealed, in a cookie. */
const PendingSignIn = z.object({
  state: z.string(),
  nonce: z.string(),
  code_verifier: z.string(),
  return_to: z.string(),
  begun_ts: z.number(),
});
export type PendingSignIn = z.infer<typeof PendingSignIn>;

/** Each sign-in has a cookie of its own: those of two tabs do not disturb each other. */
export class PendingSignIns {
  private readonly prefix: string;

  constructor(
    private readonly keyring: SecretsKeyring,
    isSecure: boolean,
  ) {
    this.prefix = nameCookie('tributary_sign_in_', isSecure);
  }

  /** Headers that keep it; of too many that were begun, none of the others stays. */
  keep(headers: IncomingHttpHeaders, pending: PendingSignIn): string[] {
    const others = cookieNames(headers, this.prefix);
    const removed = others.length < maxPending ? [] : others.map((name) => writeCookie(name, '', 0));
    const sealed = this.keyring.seal(JSON.stringify(pending), context);
    return [...removed, writeCookie(this.nameOf(pending.state), sealed, pendingMs)];
  }

  /** @returns undefined if this browser has not begun it, or too long ago */
  find(headers: IncomingHttpHeaders, state: string): PendingSignIn | undefined {
    const sealed = readCookie(headers, this.nameOf(state));
    const pending = sealed === undefined ? undefined : this.open(sealed);
    return pending?.state === state && pending.begun_ts > Date.now() - pendingMs ? pending : undefined;
  }

  /** The header that removes it: an answer of the provider counts once. */
  removal(state: string): string {
    return writeCookie(this.nameOf(state), '', 0);
  }

  private open(sealed: string): PendingSignIn | undefined {
    try {
      return PendingSignIn.parse(JSON.parse(this.keyring.open(sealed, context)));
    } catch {
      return undefined;
    }
  }

  private nameOf(state: string): string {
    return `${this.prefix}${state.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 12)}`;
  }
}
