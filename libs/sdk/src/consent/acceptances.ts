import { useLocal } from '../facilities/local-values.js';
import type { Consent, TributaryOptions } from '../options.js';

/** The processings that the person has accepted, and the consent that follows from them unless it was granted from the start. */
export class Acceptances {
  private accepted: string[] = [];
  private readonly key: string;
  /** Whether the browser keeps them for its next pages. Before an acceptance it keeps nothing. */
  private readonly isRemembered: boolean;

  constructor(
    datamart: string | number,
    private readonly initial: TributaryOptions['consent'] = 'granted',
  ) {
    this.key = `tributary.consent.${datamart}`;
    this.isRemembered = initial === 'required';
    this.accepted = this.stored();
  }

  get consent(): Consent {
    if (this.initial === 'granted' || this.accepted.length > 0) return 'granted';
    return this.initial === 'denied' ? 'denied' : 'pending';
  }

  /** @returns the consent from now on; undefined if it does not depend on this */
  change(processing: string, isAccepted: boolean): Consent | undefined {
    if (this.initial === 'granted') return undefined;
    const others = this.accepted.filter((one) => one !== processing);
    this.accepted = isAccepted ? [...others, processing] : others;
    if (this.isRemembered) useLocal((storage) => this.write(storage));
    return this.accepted.length > 0 ? 'granted' : 'denied';
  }

  /** @returns the consent that another tab has asked for, undefined if it has changed nothing of this */
  afterChangeOf(key: string | null): Consent | undefined {
    if (!this.isRemembered || (key !== null && key !== this.key)) return undefined;
    const before = this.accepted;
    this.accepted = this.stored();
    if (this.accepted.length > 0) return 'granted';
    return before.length > 0 ? 'denied' : undefined;
  }

  forget(): void {
    this.accepted = [];
    useLocal((storage) => storage.removeItem(this.key));
  }

  private write(storage: Storage): void {
    if (this.accepted.length > 0) storage.setItem(this.key, this.accepted.join('\n'));
    else storage.removeItem(this.key);
  }

  private stored(): string[] {
    const text = this.isRemembered && useLocal((storage) => storage.getItem(this.key));
    return text ? text.split('\n') : [];
  }
}
