import type { UserIdentifier } from './activity.js';
import { useLocal } from './facilities/local-values.js';
import { randomId } from './facilities/unique-id.js';
import { givenText } from './given.js';
import type { Identity } from './options.js';

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

  identify(identity: Identity): void {
    const names = ['account', 'compartment', 'email', 'emailHash'] as const;
    const [account, compartment, email, hash] = names.map((name) => givenText(identity[name]));
    if (account !== undefined)
      this.add({
        $type: 'USER_ACCOUNT',
        $user_account_id: account,
        ...(compartment !== undefined && { $compartment_id: compartment }),
      });
    if (hash !== undefined) this.add({ $type: 'USER_EMAIL', $hash: hash });
    if (email !== undefined) this.add({ $type: 'USER_EMAIL', $email: email });
  }

  /** @param isGranted whether the browser may be identified: its id is made and stored only then */
  list(isGranted: boolean): UserIdentifier[] {
    if (!this.identifiesBrowser || !isGranted) return this.named;
    this.browserId = this.storedId() ?? this.browserId ?? this.newId();
    return [...this.named, { $type: 'USER_AGENT', $user_agent_id: this.browserId }];
  }

  /** The identifiers that there are without making one. */
  existing(): UserIdentifier[] {
    return this.list(this.identifiesBrowser && this.storedId() !== undefined);
  }

  forget(): void {
    this.named = this.initial;
    this.browserId = undefined;
    if (this.identifiesBrowser) useLocal((storage) => storage.removeItem(this.key));
  }

  /**
   * The id that this or another tab has stored. It is read each time: two tabs that open at once make an id each, and
   * continue with the last one.
   */
  private storedId(): string | undefined {
    return givenText(useLocal((storage) => storage.getItem(this.key)));
  }

  private newId(): string {
    const id = `web:${this.datamart}:${randomId()}`;
    useLocal((storage) => storage.setItem(this.key, id));
    return id;
  }

  /** An identifier of the same kind is replaced. */
  private add(identifier: UserIdentifier): void {
    this.named = [...this.named.filter(({ $type }) => $type !== identifier.$type), identifier];
  }
}
