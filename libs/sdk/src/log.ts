import type { AnyEvent } from './options.js';

/**
 * Warns of the first trouble of each kind, or writes each event. Neither has an activity, an identifier or a credential in it;
 * the text of an error, which may quote a value, is written for `debug` only.
 */
export class Log {
  private readonly kinds = new Set<string>();

  /** @param debug true for each event, false for none */
  constructor(private readonly debug: boolean | undefined) {}

  onEvent(event: AnyEvent): void {
    const text = describe(event);
    const reason = 'reason' in event ? event.reason : '';
    if (this.debug) this.warn(text, 'error' in event ? `${text}: ${event.error}` : text);
    else if (event.type !== 'sent' && reason !== 'consent') this.warn(`${event.type} ${reason}`, text);
  }

  /** @param kind of the trouble, which is written once */
  warn(kind: string, text = kind): void {
    if (this.debug === false || (!this.debug && this.kinds.has(kind))) return;
    this.kinds.add(kind);
    try {
      console.warn(`Tributary: ${text}${this.debug ? '' : ' (the first of its kind; debug: true logs each)'}`);
    } catch {
      // There is no console.
    }
  }
}

function describe(event: AnyEvent): string {
  switch (event.type) {
    case 'sent':
      return `sent ${event.activity.$unique_key}`;
    case 'refused':
      return `an activity is refused, ${event.error_code}`;
    case 'dropped':
      return `an activity is dropped, ${event.reason}`;
    case 'kept':
      return `activities are kept, ${event.reason}${event.status === undefined ? '' : `, status ${event.status}`}`;
  }
}
