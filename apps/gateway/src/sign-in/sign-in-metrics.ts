import type { SignInOutcome } from '@tributary/contracts/admin/session';
import type { Metrics } from '@tributary/runtime/metrics/metrics';
import { Counter } from 'prom-client';

/** `REFUSED`: the answer of the provider was none, altered, replayed or late; `UNAVAILABLE`: the provider or admin was down. */
const outcomes = ['SIGNED_IN', 'UNKNOWN', 'UNVERIFIED', 'TAKEN', 'REFUSED', 'UNAVAILABLE'] as const;
export type CountedOutcome = SignInOutcome | (typeof outcomes)[number];

/** Sign-ins with the OpenID provider at this gateway. */
export class SignInMetrics {
  private readonly signIns: Counter;

  constructor(metrics: Metrics) {
    this.signIns = new Counter({
      name: 'tributary_gateway_sign_ins_total',
      help: 'Sign-ins with the OpenID provider that have ended, by outcome',
      labelNames: ['outcome'],
      registers: [metrics.registry],
    });
    for (const outcome of outcomes) this.signIns.inc({ outcome: outcome.toLowerCase() }, 0);
  }

  count(outcome: CountedOutcome): void {
    this.signIns.inc({ outcome: outcome.toLowerCase() });
  }
}
