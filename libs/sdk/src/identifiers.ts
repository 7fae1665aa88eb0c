import type { UserIdentifier } from './activity.js';
import { readLocal, removeLocal, writeLocal } from './local-values.js';
import type { Identity } from './options.js';
import { randomId } from './unique-id.js';

/** The identifiers that activities get. */
export class Identifiers {
  private named: UserIdentifier[];
  private browserId: string | undefined;
  private readonly key: string;

  /** @param identifiesBrowser whether to make an id for this browser and keep it in localStorage */
  constructor(
    private readonly datamart: string | number,
    private readonly initial: UserIdentifier[],
    private readonly identifiesBrowser: boolean,
  ) {
    this.named = initial;
    this.key = `tributary.browser.${datamart}`;
  }

  identify({ account, compartment, email, emailHash }: Identity): void {
    if (account !== undefined)
      this.add({
        $type: 'USER_ACCOUNT',
        $user_account_id: account,
        ...(compartment && { $compartment_id: compartment }),
      });
    if (emailHash !== undefined) this.add({ $type: 'USER_EMAIL', $hash: emailHash });
    if (email !== undefined) this.add({ $type: 'USER_EMAIL', $email: email });
  }

  /** @param isGranted whether the browser may be identified: its id is made and stored only then */
  list(isGranted: boolean): UserIdentifier[] {
    if (!this.identifiesBrowser || !isGranted) return this.named;
    this.browserId ??= readOrMake(this.key, () => `web:${this.datamart}:${randomId()}`);
    return [...this.named, { $type: 'USER_AGENT', $user_agent_id: this.browserId }];
  }

  forget(): void {
    this.named = this.initial;
    this.browserId = undefined;
    if (this.identifiesBrowser) removeLocal(this.key);
  }

  /** An identifier of the same kind is replaced. */
  private add(identifier: UserIdentifier): void {
    this.named = [...this.named.filter(({ $type }) => $type !== identifier.$type), identifier];
  }
}

function readOrMake(key: string, make: () => string): string {
  const known = readLocal(key);
  if (known) return known;
  const made = make();
  writeLocal(key, made);
  // Another tab may have been faster.
  return readLocal(key) ?? made;
}
